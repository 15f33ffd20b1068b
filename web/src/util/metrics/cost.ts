import type { Schema } from '@/api/types'
import { formatAmount } from '@/util/format'

/** Cost model of a post: the platform's, or a group's override. */
export type Cost = Schema<'Cost'>

/** Returns the cost of a post with this many views; `undefined` if the cost is unknown or there are no views. */
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

/** Returns the cost per thousand views of a post. */
export function cpmOf(cost: Cost, views: number): number | undefined {
  const total = costOf(cost, views)
  return total === undefined ? undefined : (1000 * total) / views
}

/** Returns the maximum cost of a post; `undefined` if there is none. */
export function maximumOf(cost: Cost): number | undefined {
  if (cost.model === 'per_mille') return cost.cap ?? undefined
  return cost.model === 'base_plus' ? (cost.max ?? undefined) : undefined
}

/** Describes a cost model in words. */
export function formatCost(cost: Cost): string {
  switch (cost.model) {
    case 'none':
      return 'No rate set, so CPM is unknown'
    case 'flat':
      return `Flat fee of ${formatAmount(cost.cost)} per post`
    case 'per_mille':
      return `${formatAmount(cost.rate)} per 1,000 views${upTo(cost.cap)}`
    case 'base_plus':
      return `${formatAmount(cost.base)} per post + ${formatAmount(cost.rate)} per 1,000 views${upTo(cost.max)}`
  }
}

function upTo(limit: number | null | undefined): string {
  return limit == null ? '' : `, max ${formatAmount(limit)} per post`
}

/** Parses a cost model from untyped data; `undefined` if it is not one. */
export function readCost(value: unknown): Cost | undefined {
  if (typeof value !== 'object' || value === null || !('model' in value)) return undefined
  const amount = (name: string) => amountOf(value, name)
  const [cost, rate, base] = [amount('cost'), amount('rate'), amount('base')]
  if (value.model === 'none') return { model: 'none' }
  if (value.model === 'flat' && cost !== undefined) return { model: 'flat', cost }
  if (value.model === 'per_mille' && rate !== undefined)
    return { model: 'per_mille', rate, cap: amount('cap') ?? null }
  if (value.model === 'base_plus' && base !== undefined && rate !== undefined)
    return { model: 'base_plus', base, rate, max: amount('max') ?? null }
  return undefined
}

function amountOf(record: object, name: string): number | undefined {
  const value: unknown = Object.entries(record).find(([key]) => key === name)?.[1]
  return typeof value === 'number' ? value : undefined
}
