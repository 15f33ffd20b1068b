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

/** Returns the text of a status; a run that its scraper did not end itself was closed. */
export function statusLabel({ status, end_reason }: Pick<Run, 'status' | 'end_reason'>): string {
  return end_reason === 'closed' ? 'Closed' : STATUSES[status]
}

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
