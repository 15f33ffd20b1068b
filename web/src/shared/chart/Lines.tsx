import { center, type Layout } from './layout'
import type { Point } from './point'
import type { Series } from './series'
import classes from './TrendPlot.module.css'

type Props = { series: Series[]; layout: Layout; active: number | undefined }

/** Values as lines. */
export function Lines({ series, layout, active }: Props) {
  return series.map(({ name, color, points }) => (
    <g key={name} aria-hidden style={{ color }}>
      <Line points={points} layout={layout} active={active} />
    </g>
  ))
}

function Line({ points, layout, active }: { points: Point[] } & Omit<Props, 'series'>) {
  const { scale } = layout
  const at = ({ value }: Point, index: number) =>
    value === null ? undefined : `${center(layout, index)},${scale.place(value)}`
  // A point without a measurement interrupts the line.
  const runs = points.map(at).reduce<string[][]>(
    (all, place) => {
      if (place === undefined) all.push([])
      else all.at(-1)?.push(place)
      return all
    },
    [[]],
  )
  const marked = active === undefined ? undefined : points[active]
  return (
    <>
      {runs.map((run, index) => (
        // Runs have no identity but their order.
        // oxlint-disable-next-line react/no-array-index-key
        <polyline key={index} className={classes.line} points={run.join(' ')} />
      ))}
      {points.map((point, index) =>
        isAlone(points, index) ? <Dot key={point.at} place={at(point, index)} /> : null,
      )}
      {marked && active !== undefined && <Dot place={at(marked, active)} />}
    </>
  )
}

function Dot({ place }: { place: string | undefined }) {
  const [x, y] = place?.split(',') ?? []
  return x !== undefined && <circle className={classes.dot} cx={x} cy={y} r={4} />
}

/** A measurement between two gaps, which no line would show. */
function isAlone(points: Point[], index: number): boolean {
  const known = (at: number) => points[at]?.value != null
  return known(index) && !known(index - 1) && !known(index + 1)
}
