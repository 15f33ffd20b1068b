import type { Schema } from '@/api/types'
import { maximumOf, type Cost } from './cost'
import { formatMoney } from '@/util/format'

export type Terms = Pick<Schema<'Statement'>, 'cost_rule' | 'has_exceptions' | 'currency'>
export type Sum = Pick<Schema<'StatementSum'>, 'items' | 'gained_views' | 'cost'>

/** The cost of a post is rounded at both ends of the period, each time by half of this at most. */
const CENT = 0.01

/**
 * Returns why the gained views of posts cost less than the rate: the posts have reached the maximum. Undefined if they have not, or
 * if that is not known, because their account may have a cost of its own.
 */
export function maxReached(
  sum: Sum,
  { cost_rule: rule, has_exceptions, currency }: Terms,
): string | undefined {
  const max = maximumOf(rule)
  if (max === undefined || has_exceptions || sum.cost == null) return undefined
  // The base of new posts only adds to it.
  const atRate = (rateOf(rule) * sum.gained_views) / 1000
  if (sum.cost >= atRate - CENT * sum.items) return undefined
  const maximum = `reached the max of ${formatMoney(max, currency ?? null)} per post: further views`
  if (sum.items === 1) return `The post has ${maximum} cost nothing`
  return `${sum.cost === 0 ? 'The posts' : 'Some posts'} have ${maximum} of them cost nothing`
}

function rateOf(rule: Cost): number {
  return rule.model === 'per_mille' || rule.model === 'base_plus' ? rule.rate : 0
}
