import type { Point } from '@/shared/chart/point'
import type { Mark } from '@/shared/chart/series'

/** How one number went, step by step. */
export type Course = {
  /** How long a step is, in words: `day`. */
  step: string
  /** What it was at the end of each step. */
  total: Point[]
  /** What each step added; signed, since platforms take counts back. */
  gained: Point[]
  /** The last step is not over yet. */
  partial: boolean
  /** What happened at one of the steps. */
  marks: Mark[]
}
