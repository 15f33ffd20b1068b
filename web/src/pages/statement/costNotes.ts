import { maximumOf } from '@/util/metrics/cost'
import type { Sum, Terms } from '@/util/metrics/maxReached'

/** Returns the sentences that explain the costs of a statement; none if there are no costs. */
export function costNotes({ cost_rule: rule, has_exceptions }: Terms, total: Sum): string[] {
  if (total.cost == null) return []
  const byViews = rule.model === 'per_mille' || rule.model === 'base_plus' || has_exceptions
  return [
    ...(rule.model === 'flat'
      ? [
          'Each post published while its account is tracked costs the flat fee once, in the period of its first views.',
        ]
      : []),
    ...(maximumOf(rule) === undefined
      ? []
      : ['Max reached: a post at its max costs nothing more, however many views it gains.']),
    ...(byViews
      ? [
          'The cost of each post is rounded to two decimals and then added up, so a sum can differ slightly from the rate times its views.',
        ]
      : []),
  ]
}
