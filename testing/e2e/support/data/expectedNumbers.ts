import type { ExpectedItem } from './expectedItems.ts'

/** Cost of a post under a platform's default cost model, whatever its views. */
const COST_PER_POST = 1
const UNKNOWN = '—'

/** A second implementation of the number formats: these tests do not use the web app's own code. */
export function shown(count: number | null): string {
  if (count === null) return UNKNOWN
  if (count >= 1_000_000) return `${(count / 1_000_000).toFixed(1)}M`
  if (count > 1_000) return `${Math.min(count / 1_000, 999.9).toFixed(1)}K`
  return count.toLocaleString('en-US')
}

export function shownCpm({ views }: ExpectedItem): string {
  return views === null ? UNKNOWN : ((1000 * COST_PER_POST) / views).toFixed(4)
}

export function shownEngagement({ views, likes, comments, shares }: ExpectedItem): string {
  if (views === null || likes === null || comments === null) return UNKNOWN
  const reactions = likes + comments + (shares ?? 0)
  return `${((100 * reactions) / views).toFixed(2)}%`
}
