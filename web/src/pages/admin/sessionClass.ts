import type { Schema } from '@/api/types'

const CLASSES: Record<Schema<'SessionClass'>, string> = {
  none: 'Anonymous',
  anonymous: 'Anonymous',
  session: 'With sessions',
}

/** Texts of session classes; `none` is a platform that uses no sessions. */
export function sessionClassLabel(sessionClass: Schema<'SessionClass'> | null | undefined): string {
  return sessionClass == null ? '—' : CLASSES[sessionClass]
}
