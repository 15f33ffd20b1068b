import type { Schema } from '@/api/types'
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

/** Label of a run's status; a run that its scraper did not end itself was closed. */
export function statusLabel({ status, end_reason }: Pick<Run, 'status' | 'end_reason'>): string {
  return end_reason === 'closed' ? 'Closed' : STATUSES[status]
}
