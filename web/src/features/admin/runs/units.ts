import type { Unit } from './queries'

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
