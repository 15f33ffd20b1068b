import { useElementSize } from '@mantine/hooks'
import { Fragment, useRef, useState, type KeyboardEvent } from 'react'
import { center, layoutOf, tipPlace, type Layout, type Shape } from './layout'
import { Axes, Bars, BeforeLine, Ends, Line, Marks } from './PlotDrawing'
import { PlotTable } from './PlotTable'
import { describeValue } from './point'
import {
  describeBefore,
  describePoint,
  isCompared,
  pointTime,
  timesOf,
  valuesAt,
  type ChartData,
} from './series'
import { PLOT_HEIGHT } from './size'
import classes from './TrendChart.module.css'

export type TrendChartProps = ChartData & {
  shape: Shape
  /** Height of the plot, in pixels. */
  height?: number
  /** The scale of lines starts at zero, as that of bars always does. */
  fromZero?: boolean
}

/** Shows values over time as a chart, with the same numbers as a table. */
export function TrendChart({ shape, height = PLOT_HEIGHT.one, fromZero = false, ...data }: TrendChartProps) {
  return (
    <>
      <TrendPlot data={data} shape={shape} height={height} fromZero={fromZero} />
      <PlotTable data={data} />
    </>
  )
}

/** Width in pixels before the page has been laid out. */
const NARROWEST = 200
/** Distance of the axis note from the end of its band, in pixels. */
const BASE_ABOVE = 22
/** Distance of the note from the corner in which lines that grow from the same value leave room, in pixels. */
const BASE_INSIDE = 4

type TrendPlotProps = { data: ChartData; shape: Shape; height: number; fromZero: boolean }

/**
 * Plots values over time at equal steps. Bars start at zero; a line shows how a total develops. Arrow keys reach every point, which
 * states the values of all series.
 */
function TrendPlot({ data, shape, height, fromZero }: TrendPlotProps) {
  const { ref, width: measured } = useElementSize()
  const [active, setActive] = useState<number>()
  const { series, partial = false } = data
  const times = timesOf(series)
  const width = Math.max(measured, NARROWEST)
  const layout = layoutOf(series, shape, { width, height }, fromZero)
  // The range may have become shorter while a point was active.
  const shown = active !== undefined && active < times.length ? active : undefined
  return (
    <div ref={ref} role="group" aria-label={data.label} className={classes.plot}>
      <svg width={width} height={height} className={classes.drawing}>
        <Axes times={times} layout={layout} axis={data.axis} />
        {layout.bands.flatMap(({ series: part, scale }) =>
          part.map((one) =>
            shape === 'bars' ? (
              <Fragment key={one.name}>
                <Bars series={one} scale={scale} layout={layout} partial={partial} />
                <BeforeLine series={one} scale={scale} layout={layout} />
              </Fragment>
            ) : (
              <Fragment key={one.name}>
                <BeforeLine series={one} scale={scale} layout={layout} />
                <Line
                  series={one}
                  scale={scale}
                  layout={layout}
                  active={shown}
                  partial={partial && shape === 'line'}
                />
              </Fragment>
            ),
          ),
        )}
        {shape === 'lines' && <Ends layout={layout} count={times.length} />}
        <Marks data={data} layout={layout} />
        <PlotPoints data={data} layout={layout} active={shown} onActive={setActive} />
      </svg>
      {layout.bands.map(
        ({ scale, labels, top, bottom }) =>
          (scale.ticks[0] ?? 0) > 0 && (
            <span
              key={bottom}
              className={classes.base}
              style={
                shape === 'lines'
                  ? { top: top + BASE_INSIDE, left: layout.margin.left, right: 'auto' }
                  : { top: bottom - BASE_ABOVE }
              }
            >
              Axis starts at {labels[0]}
            </span>
          ),
      )}
      {shown !== undefined && (
        <PlotTip data={data} index={shown} left={center(layout, shown)} width={width} />
      )}
    </div>
  )
}

type PlotPointsProps = {
  data: ChartData
  layout: Layout
  active: number | undefined
  onActive: (index: number | undefined) => void
}

/** Places hover and focus targets, one per point. Only one is in the tab order; arrow keys move between points. */
function PlotPoints({ data, layout, active, onActive }: PlotPointsProps) {
  const columns = useRef<(SVGRectElement | null)[]>([])
  const { margin, step, height } = layout
  const times = timesOf(data.series)
  const last = times.length - 1
  const move = (event: KeyboardEvent, index: number) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    columns.current[Math.min(Math.max(to, 0), last)]?.focus()
  }
  return times.map((at, index) => (
    // Behaves like a slider with one stop per point: the focused point is read out; nothing is changed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <rect
      key={at}
      ref={(element) => {
        columns.current[index] = element
      }}
      role="img"
      aria-label={describePoint(data, index)}
      tabIndex={index === (active ?? last) ? 0 : -1}
      className={classes.column}
      x={margin.left + index * step}
      y={margin.top}
      width={step}
      height={height - margin.top - margin.bottom}
      onPointerEnter={() => onActive(index)}
      // The page is scrolled.
      onPointerCancel={() => onActive(undefined)}
      // A finger leaves when it is lifted; the values of what it tapped stay.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onActive(undefined)}
      onFocus={() => onActive(index)}
      onBlur={() => onActive(undefined)}
      onKeyDown={(event) => move(event, index)}
    />
  ))
}

type PlotTipProps = { data: ChartData; index: number; left: number; width: number }

/** Shows the values of the active point. Screen readers read the point itself. */
function PlotTip({ data, index, left, width }: PlotTipProps) {
  const { series, unit, ranked, axis } = data
  const time = pointTime(data, index)
  const compared = isCompared(series)
  const placed = ranked || compared
  return (
    <div
      aria-hidden
      className={classes.tip}
      data-flipped={(!placed && left > width / 2) || undefined}
      data-placed={placed || undefined}
      style={placed ? tipPlace(left, width, compared) : { left }}
    >
      {/* One unit for all, so that long names fit. */}
      <span className={classes.tipTime}>{placed && unit !== '' ? `${time}: ${unit}` : time}</span>
      {valuesAt(data, index).map(({ name, color, value, before }) => (
        <Fragment key={name}>
          <span className={classes.tipValue}>
            {series.length > 1 && (
              <>
                <span className={classes.tipMark} style={{ background: color }} />
                <span className={classes.tipName}>{name}</span>
              </>
            )}
            <strong>{describeValue(value, placed ? '' : unit)}</strong>
          </span>
          {before && <span className={classes.tipBefore}>{describeBefore(value, before, axis)}</span>}
        </Fragment>
      ))}
    </div>
  )
}
