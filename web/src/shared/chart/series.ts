import { describe, formatLongTime, type Point } from './point'

/** One of the lines of a chart, or one of its kinds of bars. */
export type Series = {
  name: string
  /** A CSS colour. */
  color: string
  /** At the same times as those of the other series. */
  points: Point[]
}

/** What happened at a point, in words: `Tracking began`. */
export type Mark = { at: string; text: string }

/** What a chart draws: at least one series. */
export type ChartData = {
  /** What is shown, for those who do not see it. */
  label: string
  series: Series[]
  /** What a value counts: `views`, `views gained per day`. */
  unit: string
  /** The last step is not over yet, so that its value still changes. */
  partial?: boolean
  marks?: Mark[]
}

export function timesOf(series: Series[]): string[] {
  return series[0]?.points.map(({ at }) => at) ?? []
}

/** When a point was, what happened then, and whether that is over. */
export function whenOf({ series, partial, marks = [] }: ChartData, index: number): string {
  const points = series[0]?.points ?? []
  const at = points[index]?.at ?? ''
  const marked = marks.find((mark) => mark.at === at)
  const when = formatLongTime(at) + (marked ? ` (${marked.text.toLowerCase()})` : '')
  return partial && index === points.length - 1 ? `${when}, so far` : when
}

/** The values at a point in words. A series alone needs no name. */
export function sayPoint(data: ChartData, index: number): string {
  const { series, unit } = data
  const values = series.map(({ name, points }) => {
    const value = describe(points[index]?.value ?? null, unit)
    return series.length === 1 ? value : `${name} ${value}`
  })
  return `${whenOf(data, index)}: ${values.join(', ')}`
}
