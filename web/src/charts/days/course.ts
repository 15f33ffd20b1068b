import type { Point } from '@/charts/plot/point'
import type { Mark } from '@/charts/plot/series'

/** Values of one metric, step by step. */
export type Course = {
  /** Length of a step, as text: `day`. */
  step: string
  /** Value at the end of each step. */
  total: Point[]
  /** Gain of each step; may be negative, since platforms correct counts. */
  gained: Point[]
  /** The same of an earlier period, if it is compared with one and known. */
  before?: { total: Point[]; gained: Point[] }
  /** The last step is still in progress. */
  partial: boolean
  /** Events at the steps. */
  marks: Mark[]
}

/**
 * Current value of a metric and its gain over a period, given as text: `in the last 7 days`. After the first reading there is no gain,
 * and the text names the reading.
 */
export type Figure = {
  label: string
  now: number
  gained: number | undefined
  period: string
  /** Gain of the previous period, if it is compared with one. */
  before?: number | undefined
}
