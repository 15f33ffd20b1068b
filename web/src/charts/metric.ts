/** Metrics with a stored history. */
export const METRICS = [
  { value: 'views', label: 'Views' },
  { value: 'likes', label: 'Likes' },
  { value: 'comments', label: 'Comments' },
  { value: 'shares', label: 'Shares' },
] as const

export type MetricOption = (typeof METRICS)[number]

export type Metric = MetricOption['value']

export function isMetric(text: string | null): text is Metric {
  return METRICS.some(({ value }) => value === text)
}

/** Metrics that a platform reports: Instagram does not publish shares. */
export const METRICS_OF = {
  instagram: METRICS.filter(({ value }) => value !== 'shares'),
  tiktok: METRICS,
} as const
