import type { Schema } from '@/shared/api/types'
import type { Run } from './queries'

export const TRIGGERS: Record<Schema<'RunReason'>, string> = {
  schedule: 'Schedule',
  request: 'Request',
  retry: 'Retry',
}

export const STATUSES: Record<Schema<'RunState'>, string> = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Done',
}

const CLASSES: Record<Schema<'SessionClass'>, string> = {
  none: 'As a guest',
  guest: 'As a guest',
  session: 'With sessions',
}

/** What a platform was asked with; `none` is a platform that has no sessions. */
export function classInWords(sessionClass: Schema<'SessionClass'> | null | undefined): string {
  return sessionClass == null ? '—' : CLASSES[sessionClass]
}

/** Where a run stands, in a word; one that its scraper did not end itself was closed. */
export function statusInWords({ status, ending }: Pick<Run, 'status' | 'ending'>): string {
  return ending === 'closed' ? 'Closed' : STATUSES[status]
}
