import type { Availability } from '@/util/states'
import type { Point } from './point'
import type { Mark } from './series'

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

/** Data of a post or video beside its history. */
export type HistoryItem = Availability & {
  /** The platform's short ID: shortcode or video ID. */
  name: string
  url: string
  /** Author without @; empty if not known yet. */
  username: string
  /** Account whose page may be opened; none if no group of the user tracks it. */
  account_id?: number | null | undefined
  caption?: string | null | undefined
  posted?: string | null | undefined
}
