import { describeValue, TIMES, type Axis, type Point } from './point'

/** One line of a chart, or one set of its bars. */
export type Series = {
  name: string
  color: string
  /** Points at the same times as those of the other series. */
  points: Point[]
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

type SeriesValue = { name: string; color: string; value: number | null }

/** Returns the values at a point in the order in which they are listed. Unknown ones come last if they are ranked. */
export function valuesAt({ series, ranked }: ChartData, index: number): SeriesValue[] {
  const values = series.map(({ name, color, points }) => ({
    name,
    color,
    value: points[index]?.value ?? null,
  }))
  return ranked ? values.toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity) || 0) : values
}

/** Formats the values at a point. A single series is not named. */
export function describePoint(data: ChartData, index: number): string {
  const { series, unit } = data
  const values = valuesAt(data, index).map(({ name, value }) => {
    const text = describeValue(value, unit)
    return series.length === 1 ? text : `${name} ${text}`
  })
  return `${pointTime(data, index)}: ${values.join(', ')}`
}
