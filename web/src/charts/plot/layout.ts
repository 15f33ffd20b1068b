import { endsRoom } from './ends'
import { tickLabels } from './point'
import { linearScale, type Scale } from './scale'
import type { Series } from './series'

/** `bars` and `line` draw each series in its own band; `lines` draws all in one, for series of the same unit to be compared. */
export type Shape = 'bars' | 'line' | 'lines'

/** Margins in pixels; the left one depends on the width of the labels. */
const MARGIN = { top: 8, right: 8, bottom: 24 }
/** Width of an axis digit, and gap between the longest label and the lines. */
const DIGIT_WIDTH = 6.5
const LABEL_GAP = 14
/** Keeps a new history to a few bars at the left, instead of one as wide as the screen. */
const WIDEST_STEP = 144
/** Space above each of several bands, for its name and the label of its topmost line. */
const HEADING = 30

/** A strip of the chart with its own scale: one for each series if they are not comparable in size, else one for all. */
export type Band = {
  series: Series[]
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

/** Size of a chart in pixels. */
type Size = { width: number; height: number }

/** Divides a chart among its series. Bars, and lines with `fromZero`, start at zero. */
export function layoutOf(series: Series[], shape: Shape, { width, height }: Size, fromZero = false): Layout {
  const parts = shape === 'lines' ? [series] : series.map((one) => [one])
  const heading = parts.length > 1 ? HEADING : 0
  const each = (height - MARGIN.top - MARGIN.bottom) / parts.length
  const bands = parts.map((part, index) => {
    const top = MARGIN.top + index * each + heading
    const bottom = MARGIN.top + (index + 1) * each
    const scale = linearScale(scaledValues(part, fromZero || shape === 'bars'), bottom, top)
    return { series: part, scale, labels: tickLabels(scale.ticks), top, bottom }
  })
  const longest = Math.max(...bands.flatMap(({ labels }) => labels.map(({ length }) => length)))
  const left = longest * DIGIT_WIDTH + LABEL_GAP
  const count = Math.max(series[0]?.points.length ?? 0, 1)
  const right = MARGIN.right + (shape === 'lines' ? endsRoom(series, width) : 0)
  const step = Math.min((width - left - right) / count, WIDEST_STEP)
  return { width, height, margin: { ...MARGIN, left, right }, step, bands }
}

/** Returns the values that a scale spans, with zero for a single value as well, which has no magnitude to compare with. */
function scaledValues(series: Series[], fromZero: boolean): number[] {
  const known = series.flatMap(({ points, before = [] }) =>
    [...points, ...before].flatMap(({ value }) => value ?? []),
  )
  return fromZero || new Set(known).size < 2 ? [0, ...known] : known
}

/** Returns the horizontal center of a point's column. */
export function center({ margin, step }: Layout, index: number): number {
  return margin.left + (index + 0.5) * step
}

/** Width of a tooltip with ranked values, or with compared ones, and its distance from the point, in pixels. */
const TIP = { ranked: 232, compared: 272, gap: 8 }

/** Returns the left edge and the width of a tooltip beside a point: within the chart, which has no room beside it on a phone. */
export function tipPlace(point: number, chart: number, compared = false): { left: number; width: number } {
  const width = Math.min(compared ? TIP.compared : TIP.ranked, chart)
  const [after, before] = [point + TIP.gap, point - TIP.gap - width]
  if (after + width <= chart) return { left: after, width }
  if (before >= 0) return { left: before, width }
  return { left: point > chart / 2 ? 0 : chart - width, width }
}
