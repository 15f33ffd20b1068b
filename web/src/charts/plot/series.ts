import { formatSigned, formatWholePercent } from '@/util/format'
import { changeOf } from '@/util/time/period'
import { describeValue, TIMES, type Axis, type Point } from './point'

/** One line of a chart, or one set of its bars. */
export type Series = {
  name: string
  color: string
  /** Points at the same times as those of the other series. */
  points: Point[]
  /** The earlier value that each point is compared with, at its own time: `at` is empty if there is none. */
  before?: Point[] | undefined
}

/** An event at a point: `Tracking began`. */
export type Mark = { at: string; text: string }

/** Data of a chart, with at least one series. */
export type ChartData = {
  /** Accessible name of the chart. */
  label: string
  series: Series[]
  /** Unit of the values: `views`, `views gained`; empty for an index. */
  unit: string
  /** The last step is still in progress, so its value may change. */
  partial?: boolean
  marks?: Mark[]
  /** Times if omitted. */
  axis?: Axis
  /** The values at a point are listed from the highest to the lowest. */
  ranked?: boolean
}

export function timesOf(series: Series[]): string[] {
  return series[0]?.points.map(({ at }) => at) ?? []
}

/** Formats the time of a point, with its event and whether its step is in progress. */
export function pointTime({ series, partial, marks = [], axis = TIMES }: ChartData, index: number): string {
  const points = series[0]?.points ?? []
  const at = points[index]?.at ?? ''
  const marked = marks.find((mark) => mark.at === at)
  const when = axis.describe(at) + (marked ? ` (${marked.text.toLowerCase()})` : '')
  return partial && index === points.length - 1 ? `${when}, so far` : when
}

type SeriesValue = {
  name: string
  color: string
  value: number | null
  /** The known value that it is compared with. */
  before: Before | undefined
}

type Before = { at: string; value: number }

/** Returns the values at a point in the order in which they are listed. Unknown ones come last if they are ranked. */
export function valuesAt({ series, ranked }: ChartData, index: number): SeriesValue[] {
  const values = series.map(({ name, color, points, before }) => ({
    name,
    color,
    value: points[index]?.value ?? null,
    before: knownOf(before?.[index]),
  }))
  return ranked ? values.toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity) || 0) : values
}

function knownOf(point: Point | undefined): Before | undefined {
  return point?.value == null ? undefined : { at: point.at, value: point.value }
}

/** Whether the chart compares its values with earlier ones. */
export const isCompared = (series: Series[]) => series.some(({ before }) => before !== undefined)

/** Whether there is anything to draw. */
export const isKnown = (series: Series[]) =>
  series.some(({ points, before = [] }) => [...points, ...before].some(({ value }) => value !== null))

/** Formats the difference to an earlier value, absolute and in percent: `+200, +20%`, `−40`, `no change`. */
export function differenceText(value: number, before: number): string {
  const { difference, percent } = changeOf(value, before)
  if (difference === 0) return 'no change'
  const sign = difference > 0 ? '+' : ''
  if (percent === undefined) return `${sign}${formatSigned(difference)}`
  return `${sign}${formatSigned(difference)}, ${difference > 0 ? '+' : '−'}${formatWholePercent(percent)}`
}

/** Formats an earlier value with the difference to it: `Nov 13, 2026: 1,000 (+200, +20%)`. */
export function describeBefore(value: number | null, before: Before, { describe }: Axis = TIMES): string {
  const text = `${describe(before.at)}: ${formatSigned(before.value)}`
  return value === null ? text : `${text} (${differenceText(value, before.value)})`
}

/** Formats the values at a point. A single series is not named. */
export function describePoint(data: ChartData, index: number): string {
  const { series, unit, axis } = data
  const values = valuesAt(data, index).map(({ name, value, before }) => {
    const now = describeValue(value, unit)
    const text = before ? `${now}, compared with ${describeBefore(value, before, axis)}` : now
    return series.length === 1 ? text : `${name} ${text}`
  })
  return `${pointTime(data, index)}: ${values.join(', ')}`
}
