import { tickLabels } from './point'
import { linearScale, type Scale } from './scale'
import type { Series } from './series'

export type Shape = 'bars' | 'line'

/** Pixels around the drawing; at the left as wide as its labels. */
const MARGIN = { top: 8, right: 8, bottom: 24 }
/** A digit of an axis, and what keeps the longest label off the lines. */
const DIGIT_WIDTH = 6.5
const LABEL_GAP = 14
/** A history that has just begun is a few bars at the left, not one as wide as the screen. */
const WIDEST_STEP = 144
/** Above each of several bands: room for its name, and for the label of its topmost line. */
const HEADING = 30

/** A strip of the drawing with a scale of its own: numbers of one series say nothing of those of another. */
export type Band = {
  series: Series
  scale: Scale
  /** Of the scale's lines. */
  labels: string[]
  top: number
  bottom: number
}

/** Where things are in a chart: a column of `step` pixels for every point right of the margin, one band below another. */
export type Layout = {
  width: number
  height: number
  margin: { top: number; right: number; bottom: number; left: number }
  step: number
  bands: Band[]
}

/** Divides a drawing among its series. */
export function layoutOf(series: Series[], shape: Shape, width: number, height: number): Layout {
  const heading = series.length > 1 ? HEADING : 0
  const each = (height - MARGIN.top - MARGIN.bottom) / series.length
  const bands = series.map((one, index) => {
    const top = MARGIN.top + index * each + heading
    const bottom = MARGIN.top + (index + 1) * each
    const scale = linearScale(scaledValues(one, shape), bottom, top)
    return { series: one, scale, labels: tickLabels(scale.ticks), top, bottom }
  })
  const longest = Math.max(...bands.flatMap(({ labels }) => labels.map(({ length }) => length)))
  const left = longest * DIGIT_WIDTH + LABEL_GAP
  const count = Math.max(series[0]?.points.length ?? 0, 1)
  const step = Math.min((width - left - MARGIN.right) / count, WIDEST_STEP)
  return { width, height, margin: { ...MARGIN, left }, step, bands }
}

/** What a scale spans: zero too where bars stand on it, or where one value alone would not say what is much. */
function scaledValues({ points }: Series, shape: Shape): number[] {
  const known = points.flatMap(({ value }) => value ?? [])
  return shape === 'bars' || new Set(known).size < 2 ? [0, ...known] : known
}

/** The middle of a point's column. */
export function center({ margin, step }: Layout, index: number): number {
  return margin.left + (index + 0.5) * step
}
