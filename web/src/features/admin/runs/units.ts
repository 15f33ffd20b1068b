import type { OutcomeCount } from '@/features/admin/outcomes/outcomes'
import type { Unit } from './queries'

/** Waits for an admin to decide: no retry changes it. */
const UNDECIDED = 'identity_changed'

/** How many units a retry would try again. */
export function countRetried(counts: OutcomeCount[]): number {
  return counts
    .filter(({ kind, status }) => kind === 'failed' && status !== UNDECIDED)
    .reduce((sum, { count }) => sum + count, 0)
}

/** What a unit is called: the account, the single video, or what is left when it was deleted. */
export function unitName({
  username,
  video_id: video,
  url,
}: Pick<Unit, 'username' | 'video_id' | 'url'>): string {
  if (username) return `@${username}`
  if (video) return `Video ${video}`
  return url ? 'Video by a short link' : 'Deleted since'
}
