import type { Schema } from '@/shared/api/types'

/** What a post costs: a model of the platform, or of a group that has its own. */
export type Cost = Schema<'Cost'>

/** What a post with so many views costs; `undefined` where no cost is known, or nothing was viewed. */
export function costOf(cost: Cost, views: number): number | undefined {
  if (views <= 0) return undefined
  switch (cost.model) {
    case 'none':
      return undefined
    case 'flat':
      return cost.cost
    case 'per_mille':
      return Math.min(cost.cap ?? Number.POSITIVE_INFINITY, (cost.rate * views) / 1000)
    case 'base_plus':
      return Math.min(cost.max ?? Number.POSITIVE_INFINITY, cost.base + (cost.rate * views) / 1000)
  }
}

/** What a thousand of a post's views cost. */
export function cpmOf(cost: Cost, views: number): number | undefined {
  const total = costOf(cost, views)
  return total === undefined ? undefined : (1000 * total) / views
}
