import { Fragment } from 'react'
import { endsOf } from './ends'
import { center, type Band, type Layout } from './layout'
import { TIMES, type Axis, type Point } from './point'
import { labeledPoints, type Scale } from './scale'
import { timesOf, type ChartData, type Series } from './series'
import classes from './TrendChart.module.css'

/** Width of a character of a time, and of the gap between two labels, in pixels. */
const LABEL = { character: 6.5, gap: 14 }

type Props = { times: string[]; layout: Layout; axis?: Axis | undefined }

/** Draws grid lines with their values, and times below. Hidden from screen readers, which read the points instead. */
export function Axes({ times, layout, axis = TIMES }: Props) {
  const { width, height, margin, bands } = layout
  const labels = times.map(axis.labels(times))
  const longest = Math.max(0, ...labels.map(({ length }) => length))
  const room = longest * LABEL.character + LABEL.gap
  return (
    <g aria-hidden className={classes.axes}>
      {bands.map((band) => (
        <BandLines key={band.top} band={band} layout={layout} />
      ))}
      {labeledPoints(times.length, width - margin.left - margin.right, room).map((index) => (
        <text
          key={index}
          // A label at the very end must not be cut off.
          x={Math.min(center(layout, index), width - (room - LABEL.gap) / 2)}
          y={height - 6}
          textAnchor="middle"
        >
          {labels[index]}
        </text>
      ))}
    </g>
  )
}

function BandLines({ band, layout }: { band: Band; layout: Layout }) {
  const { series, scale, labels, top } = band
  const { width, margin, bands } = layout
  return (
    <>
      {bands.length > 1 &&
        series.map(({ name, color }) => (
          <text key={name} x={margin.left} y={top - 10} className={classes.name}>
            <tspan fill={color}>■</tspan> {name}
          </text>
        ))}
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <line
            x1={margin.left}
            x2={width - margin.right}
            y1={scale.place(tick)}
            y2={scale.place(tick)}
            data-zero={tick === 0 || undefined}
          />
          <text x={margin.left - 8} y={scale.place(tick)} dy="0.32em" textAnchor="end">
            {labels[index]}
          </text>
        </g>
      ))}
    </>
  )
}

type BarsProps = {
  series: Series
  scale: Scale
  layout: Layout
  /** The last bar's step is still in progress. */
  partial: boolean
}

/** Fraction of a point's column that its bar fills. */
const BAR_SHARE = 0.76
const MIN_BAR = 1
const ROUNDING = 2

/** Draws values as bars, starting at zero. */
export function Bars({ series: { points, color }, scale, layout, partial }: BarsProps) {
  const width = Math.max(layout.step * BAR_SHARE, MIN_BAR)
  return (
    <g aria-hidden style={{ color }}>
      {points.map(({ at, value }, index) => {
        if (value === null || value === 0) return null
        const [from, to] = [scale.place(0), scale.place(value)]
        return (
          <rect
            key={at}
            className={classes.bar}
            data-partial={(partial && index === points.length - 1) || undefined}
            x={center(layout, index) - width / 2}
            y={Math.min(from, to)}
            width={width}
            height={Math.max(Math.abs(from - to), MIN_BAR)}
            rx={Math.min(ROUNDING, width / 4)}
          />
        )
      })}
    </g>
  )
}

/** Returns the places of the known points, interrupted where a measurement is missing. */
function runsOf(points: Point[], scale: Scale, layout: Layout): [x: number, y: number][][] {
  return points.reduce<[number, number][][]>(
    (all, { value }, index) => {
      if (value === null) all.push([])
      else all.at(-1)?.push([center(layout, index), scale.place(value)])
      return all
    },
    [[]],
  )
}

type BeforeProps = { series: Series; scale: Scale; layout: Layout }

/** Draws the values that a series is compared with as a dashed line, with a border to be visible on bars of the same color. */
export function BeforeLine({ series: { before, color }, scale, layout }: BeforeProps) {
  if (before === undefined) return null
  const half = layout.step / 2
  return (
    <g aria-hidden style={{ color }}>
      {runsOf(before, scale, layout).map((run, index) => {
        const [[x, y] = [0, 0]] = run
        // A single point is as wide as its column.
        const line = run.length === 1 ? `${x - half},${y} ${x + half},${y}` : run.join(' ')
        return (
          // Segments are identified only by their order.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            <polyline className={classes.beforeEdge} points={line} />
            <polyline className={classes.before} points={line} />
          </Fragment>
        )
      })}
    </g>
  )
}

type LineProps = {
  series: Series
  scale: Scale
  layout: Layout
  active: number | undefined
  partial: boolean
}

/** Draws values as a line. The last point is open if its step is still in progress. */
export function Line({ series: { points, color }, scale, layout, active, partial }: LineProps) {
  const at = ({ value }: Point, index: number) =>
    value === null ? undefined : `${center(layout, index)},${scale.place(value)}`
  const last = points.at(-1)
  const marked = active === undefined ? undefined : points[active]
  return (
    <g aria-hidden style={{ color }}>
      {runsOf(points, scale, layout).map((run, index) => (
        // Segments are identified only by their order.
        // oxlint-disable-next-line react/no-array-index-key
        <polyline key={index} className={classes.line} points={run.join(' ')} />
      ))}
      {points.map((point, index) =>
        isAlone(points, index) ? <Dot key={point.at} place={at(point, index)} /> : null,
      )}
      {partial && last && <Dot place={at(last, points.length - 1)} open />}
      {marked && active !== undefined && <Dot place={at(marked, active)} />}
    </g>
  )
}

function Dot({ place, open = false }: { place: string | undefined; open?: boolean }) {
  const [x, y] = place?.split(',') ?? []
  return (
    x !== undefined && <circle className={classes.dot} data-open={open || undefined} cx={x} cy={y} r={4} />
  )
}

/** Finds a measurement between two gaps, where no line is visible. */
function isAlone(points: Point[], index: number): boolean {
  const known = (at: number) => points[at]?.value != null
  return known(index) && !known(index - 1) && !known(index + 1)
}

/** Pixels between the last point and the names of the lines. */
const ENDS_GAP = 8

/** Names the lines beside their ends, where there is room. Hidden from screen readers, which read the points instead. */
export function Ends({ layout, count }: { layout: Layout; count: number }) {
  const x = center(layout, count - 1) + ENDS_GAP
  return (
    <g aria-hidden className={classes.ends}>
      {endsOf(layout).map(({ text, color, y }) => (
        <text key={`${color} ${text}`} x={x} y={y} dy="0.32em">
          <tspan fill={color}>■</tspan> {text}
        </text>
      ))}
    </g>
  )
}

/** Pixels between a line and its text. */
const MARK_GAP = 6
/** Baseline of the text from the top of the chart: below the axis's topmost line. */
const MARK_BASELINE = 24

type MarksProps = { data: ChartData; layout: Layout }

/** Draws vertical lines with labels for events. Hidden from screen readers, which read the points instead. */
export function Marks({ data: { series, marks }, layout }: MarksProps) {
  const { width, height, margin } = layout
  const times = timesOf(series)
  return (
    <g aria-hidden className={classes.marks}>
      {marks?.map(({ at, text }) => {
        const index = times.indexOf(at)
        // An event outside the displayed period is not drawn.
        if (index < 0) return null
        const x = center(layout, index)
        const late = x > width / 2
        return (
          <g key={text}>
            <line x1={x} x2={x} y1={margin.top} y2={height - margin.bottom} />
            <text
              x={late ? x - MARK_GAP : x + MARK_GAP}
              y={MARK_BASELINE}
              textAnchor={late ? 'end' : 'start'}
            >
              {text}
            </text>
          </g>
        )
      })}
    </g>
  )
}
