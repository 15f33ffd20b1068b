import type { Availability } from '@/util/states'
import type { Point } from './point'
import type { Mark } from './series'

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

/** Values of one metric, step by step. */
export type Course = {
  /** Length of a step, as text: `day`. */
  step: string
  /** Value at the end of each step. */
  total: Point[]
  /** Gain of each step; may be negative, since platforms correct counts. */
  gained: Point[]
  /** The last step is still in progress. */
  partial: boolean
  /** Events at the steps. */
  marks: Mark[]
}

/** Data of a post or video beside its history. */
export type HistoryItem = Availability & {
  /** The platform's short ID: shortcode or video ID. */
  name: string
  url: string
  /** Author without @; empty if not known yet. */
  username: string
  /** Only videos have one. */
  caption?: string | null | undefined
  posted?: string | null | undefined
}
