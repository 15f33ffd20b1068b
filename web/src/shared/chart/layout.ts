import type { Scale } from './scale'

/** Where things are in a chart: a column of `step` pixels for every point, right of the margin. */
export type Layout = {
  width: number
  height: number
  margin: { top: number; right: number; bottom: number; left: number }
  step: number
  scale: Scale
  /** Of the scale's lines. */
  labels: string[]
}

/** The middle of a point's column. */
export function center({ margin, step }: Layout, index: number): number {
  return margin.left + (index + 0.5) * step
}
