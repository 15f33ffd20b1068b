import { tickLabels } from './point'
import { linearScale, type Scale } from './scale'
import type { Series } from './series'

export type Shape = 'bars' | 'line'

/** Margins in pixels; the left one depends on the width of the labels. */
const MARGIN = { top: 8, right: 8, bottom: 24 }
/** Width of an axis digit, and gap between the longest label and the lines. */
const DIGIT_WIDTH = 6.5
const LABEL_GAP = 14
/** Keeps a new history to a few bars at the left, instead of one as wide as the screen. */
const WIDEST_STEP = 144
/** Space above each of several bands, for its name and the label of its topmost line. */
const HEADING = 30

/** A strip of the chart with its own scale, since the series are not comparable in size. */
export type Band = {
  series: Series
  scale: Scale
  /** Labels of the scale's lines. */
  labels: string[]
  top: number
  bottom: number
}

/** Geometry of a chart: a column of `step` pixels per point to the right of the margin, bands stacked vertically. */
export type Layout = {
  width: number
  height: number
  margin: { top: number; right: number; bottom: number; left: number }
  step: number
  bands: Band[]
}

/** Divides a chart among its series. */
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

/** Returns the values that a scale spans: includes zero for bars, and for a single value, which has no magnitude to compare with. */
function scaledValues({ points }: Series, shape: Shape): number[] {
  const known = points.flatMap(({ value }) => value ?? [])
  return shape === 'bars' || new Set(known).size < 2 ? [0, ...known] : known
}

/** Returns the horizontal center of a point's column. */
export function center({ margin, step }: Layout, index: number): number {
  return margin.left + (index + 0.5) * step
}
