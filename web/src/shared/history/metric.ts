/** The counts whose course is kept. */
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

/** What a platform tells of its items: Instagram keeps shares to itself. */
export const METRICS_OF = {
  instagram: METRICS.filter(({ value }) => value !== 'shares'),
  tiktok: METRICS,
} as const
