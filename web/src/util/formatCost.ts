import type { Cost } from './cost'
import { formatAmount } from './format'

/** Describes a cost model in a sentence. */
export function formatCost(cost: Cost): string {
  switch (cost.model) {
    case 'none':
      return 'No cost is set, so CPM is unknown'
    case 'flat':
      return `Every post costs ${formatAmount(cost.cost)}, however many views it has`
    case 'per_mille':
      return `Every thousand views cost ${formatAmount(cost.rate)}${upTo(cost.cap, 'a post')}`
    case 'base_plus':
      return `Every post costs ${formatAmount(cost.base)}, and ${formatAmount(cost.rate)} more for every thousand views${upTo(cost.max, 'in all')}`
  }
}

function upTo(limit: number | null | undefined, what: string): string {
  return limit == null ? '' : `, up to ${formatAmount(limit)} ${what}`
}
