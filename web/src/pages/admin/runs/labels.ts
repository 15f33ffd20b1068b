import type { Schema } from '@/api/types'
import type { Run, Unit } from './queries'

export const TRIGGERS: Record<Schema<'RunReason'>, string> = {
  schedule: 'Schedule',
  request: 'Manual',
  retry: 'Retry',
}

export const STATUSES: Record<Schema<'RunState'>, string> = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Done',
}

type Ended = Pick<Run, 'status' | 'end_reason' | 'accounts' | 'failed'>

/** Returns how a run ended: a run that its scraper did not end itself was closed. Undefined while it is in progress. */
export function endOf({ status, end_reason, accounts, failed }: Ended): keyof typeof ENDS | undefined {
  if (end_reason === 'closed') return 'closed'
  if (status !== 'completed') return undefined
  return failed === 0 ? 'completed' : failed < accounts ? 'errors' : 'failed'
}

const ENDS = { completed: STATUSES.completed, errors: 'With errors', failed: 'Failed', closed: 'Closed' }

/** Returns the text of a status. */
export function statusLabel(run: Ended): string {
  const end = endOf(run)
  return end === undefined ? STATUSES[run.status] : ENDS[end]
}

/** Whether the requests of a run were recorded: one that ended without any was imported, or failed before the first. */
export const hasRequests = ({ requests, status }: Pick<Run, 'requests' | 'status'>): boolean =>
  requests > 0 || status !== 'completed'

/** Names a unit: the account, the single video, or a placeholder if it was deleted. */
export function unitName({
  username,
  video_id: video,
  url,
}: Pick<Unit, 'username' | 'video_id' | 'url'>): string {
  if (username) return `@${username}`
  if (video) return `Video ${video}`
  return url ? 'Video (short link)' : 'Deleted'
}
