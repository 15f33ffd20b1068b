import { center, type Layout } from './layout'
import type { Point } from './point'
import classes from './TrendPlot.module.css'
import type { Shape } from './TrendPlot'

type Props = {
  points: Point[]
  layout: Layout
  shape: Shape
  color: string
  active: number | undefined
}

/** Share of a point's column that its bar fills. */
const BAR_SHARE = 0.72
const SMALLEST_BAR = 1

/** The values themselves. */
export function Marks(props: Props) {
  return (
    <g aria-hidden style={{ color: props.color }}>
      {props.shape === 'bars' ? <Bars {...props} /> : <Line {...props} />}
    </g>
  )
}

function Bars({ points, layout, active }: Props) {
  const { scale, step } = layout
  const width = Math.max(step * BAR_SHARE, SMALLEST_BAR)
  return points.map(({ at, value }, index) => {
    if (value === null || value === 0) return null
    const [from, to] = [scale.place(0), scale.place(value)]
    return (
      <rect
        key={at}
        className={classes.bar}
        data-active={index === active || undefined}
        x={center(layout, index) - width / 2}
        y={Math.min(from, to)}
        width={width}
        height={Math.max(Math.abs(from - to), SMALLEST_BAR)}
        rx={Math.min(2, width / 4)}
      />
    )
  })
}

function Line({ points, layout, active }: Props) {
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
