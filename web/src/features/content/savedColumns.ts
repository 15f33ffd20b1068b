/** What a table's columns are called in a file, by their titles. A name that leads somewhere brings along where, and whether it still does. */
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

/** The columns that are shown, as the server is asked for them. */
export function savedColumns(shown: readonly { title: string }[]): string {
  return shown.flatMap(({ title }) => NAMES[title] ?? []).join(',')
}
