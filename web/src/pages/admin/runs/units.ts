import type { Unit } from './queries'

/** Display name of a unit: the account, the single video, or a placeholder if it was deleted. */
export function unitName({
  username,
  video_id: video,
  url,
}: Pick<Unit, 'username' | 'video_id' | 'url'>): string {
  if (username) return `@${username}`
  if (video) return `Video ${video}`
  return url ? 'Video from a short link' : 'Deleted'
}
