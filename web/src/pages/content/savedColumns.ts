/** Column names in an export, by column title. A column with a link is exported with the link's URL and its availability. */
const NAMES: Record<string, readonly string[]> = {
  Account: ['account'],
  Shortcode: ['shortcode', 'url', 'availability'],
  'Video ID': ['video_id', 'url', 'availability'],
  'Date Posted': ['date_posted'],
  Views: ['views'],
  Likes: ['likes'],
  Comments: ['comments'],
  Shares: ['shares'],
  CPM: ['cpm'],
  Engagement: ['engagement_rate'],
  Caption: ['caption'],
  'Last Updated': ['updated_at'],
}

/** Returns the visible columns as the server's `columns` parameter. */
export function savedColumns(shown: readonly { title: string }[]): string {
  return shown.flatMap(({ title }) => NAMES[title] ?? []).join(',')
}
