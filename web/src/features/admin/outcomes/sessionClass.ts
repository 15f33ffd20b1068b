import type { Schema } from '@/shared/api/types'

const CLASSES: Record<Schema<'SessionClass'>, string> = {
  none: 'As a guest',
  guest: 'As a guest',
  session: 'With sessions',
}

/** What a platform was asked with; `none` is a platform that has no sessions. */
export function classInWords(sessionClass: Schema<'SessionClass'> | null | undefined): string {
  return sessionClass == null ? '—' : CLASSES[sessionClass]
}
