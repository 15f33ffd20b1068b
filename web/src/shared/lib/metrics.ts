/** Why a number is not known. The server sends 0 for such a number, which must not be shown as a measurement. */
export type MetricsStatus = 'ok' | 'no_views' | 'likes_hidden' | 'no_cost'

type Metric = 'views' | 'likes' | 'comments' | 'shares' | 'cpm' | 'engagement'

const REASONS: Record<Exclude<MetricsStatus, 'ok'>, { reason: string; metrics: readonly Metric[] }> = {
  no_views: {
    reason: 'Not known: the platform gives no view count for this item',
    metrics: ['views', 'cpm', 'engagement'],
  },
  likes_hidden: {
    reason: 'Not known: the account hides the likes of this item',
    metrics: ['likes'],
  },
  no_cost: {
    reason: 'Not known: no cost is set for this item',
    metrics: ['cpm'],
  },
}

/** Why `metric` is unknown for an item with this status, or `undefined` when it was measured. */
export function unknownReason(metric: Metric, status: string): string | undefined {
  if (status !== 'no_views' && status !== 'likes_hidden' && status !== 'no_cost') return undefined
  const { reason, metrics } = REASONS[status]
  return metrics.includes(metric) ? reason : undefined
}
