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
