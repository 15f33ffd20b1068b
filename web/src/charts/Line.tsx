import { center, type Band, type Layout } from './layout'
import type { Point } from './point'
import classes from './TrendPlot.module.css'

type Props = { band: Band; layout: Layout; active: number | undefined }

export function Line({ band, layout, active }: Props) {
  const { scale, series } = band
  const { points, color } = series
  const at = ({ value }: Point, index: number) =>
    value === null ? undefined : `${center(layout, index)},${scale.place(value)}`
  // A missing measurement interrupts the line.
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
    <g aria-hidden style={{ color }}>
      {runs.map((run, index) => (
        // Segments are identified only by their order.
        // oxlint-disable-next-line react/no-array-index-key
        <polyline key={index} className={classes.line} points={run.join(' ')} />
      ))}
      {points.map((point, index) =>
        isAlone(points, index) ? <Dot key={point.at} place={at(point, index)} /> : null,
      )}
      {marked && active !== undefined && <Dot place={at(marked, active)} />}
    </g>
  )
}

function Dot({ place }: { place: string | undefined }) {
  const [x, y] = place?.split(',') ?? []
  return x !== undefined && <circle className={classes.dot} cx={x} cy={y} r={4} />
}

/** A measurement between two gaps, where no line is visible. */
function isAlone(points: Point[], index: number): boolean {
  const known = (at: number) => points[at]?.value != null
  return known(index) && !known(index - 1) && !known(index + 1)
}
