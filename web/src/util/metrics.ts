import type { Schema } from '@/api/types'

/** The numbers that determine which metrics of an item are unknown. The server sends 0 for these, which must not be shown as a value. */
export type Numbers = {
  metrics_status: Schema<'MetricsStatus'>
  likes: number
  comments: number
  /** Only videos have them. */
  shares?: number
  cpm: number
}

export type Metric = 'views' | 'likes' | 'comments' | 'shares' | 'cpm' | 'engagement'

const NO_VIEWS = 'Not known: the platform gives no view count for this item'
const NO_COST = 'Not known: no cost is set for this item'
/** The cost may also round to zero for the item's views. */
const NO_VISIBLE_COST = 'Not known: no cost is set for this item, or it is too small to show'
const HIDDEN = {
  likes: 'Not known: the account hides the likes of this item',
  comments: 'Not known: the account hides the comments of this item',
  shares: 'Not known: the platform does not report shares for this item',
} as const

/** Returns why `metric` of an item is unknown, or `undefined` if it was measured. */
export function unknownReason(metric: Metric, item: Numbers): string | undefined {
  const noViews = metric === 'views' || metric === 'cpm' || metric === 'engagement'
  switch (item.metrics_status) {
    case 'ok':
      return undefined
    case 'no_views':
      return noViews ? NO_VIEWS : undefined
    case 'no_cost':
      return metric === 'cpm' ? NO_COST : undefined
    case 'likes_hidden': {
      // This status does not imply anything about the cost, which may be missing as well.
      if (metric === 'cpm') return item.cpm === 0 ? NO_VISIBLE_COST : undefined
      const hidden = hiddenCount(item)
      return metric === 'engagement' || metric === hidden ? HIDDEN[hidden] : undefined
    }
  }
}

/** Returns the hidden count among those in the engagement rate: a count with a value is not hidden. */
function hiddenCount({ likes, comments, shares }: Numbers): keyof typeof HIDDEN {
  if (likes > 0 && comments > 0 && shares === 0) return 'shares'
  return likes > 0 && comments === 0 ? 'comments' : 'likes'
}
