import { describeValue, formatLongTime, type Point } from './point'

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
  /** Unit of the values: `views`, `views gained`. */
  unit: string
  /** The last step is still in progress, so its value may change. */
  partial?: boolean
  marks?: Mark[]
}

export function timesOf(series: Series[]): string[] {
  return series[0]?.points.map(({ at }) => at) ?? []
}

/** Formats the time of a point, with its event and whether its step is in progress. */
export function pointTime({ series, partial, marks = [] }: ChartData, index: number): string {
  const points = series[0]?.points ?? []
  const at = points[index]?.at ?? ''
  const marked = marks.find((mark) => mark.at === at)
  const when = formatLongTime(at) + (marked ? ` (${marked.text.toLowerCase()})` : '')
  return partial && index === points.length - 1 ? `${when}, so far` : when
}

/** Formats the values at a point. A single series is not named. */
export function describePoint(data: ChartData, index: number): string {
  const { series, unit } = data
  const values = series.map(({ name, points }) => {
    const value = describeValue(points[index]?.value ?? null, unit)
    return series.length === 1 ? value : `${name} ${value}`
  })
  return `${pointTime(data, index)}: ${values.join(', ')}`
}
