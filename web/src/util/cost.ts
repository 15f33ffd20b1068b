import type { Schema } from '@/api/types'

/** Cost model of a post: the platform's, or a group's override. */
export type Cost = Schema<'Cost'>

/** Cost of a post with this many views; `undefined` if the cost is unknown or there are no views. */
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

/** Cost per thousand views of a post. */
export function cpmOf(cost: Cost, views: number): number | undefined {
  const total = costOf(cost, views)
  return total === undefined ? undefined : (1000 * total) / views
}
