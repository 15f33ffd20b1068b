import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { Axes } from './Axes'
import { Bars } from './Bars'
import { center } from './layout'
import { Lines } from './Lines'
import { tickLabels } from './point'
import { PlotPoints } from './PlotPoints'
import { PlotTip } from './PlotTip'
import { linearScale } from './scale'
import { timesOf, type Drawn } from './series'
import { PLOT_HEIGHT } from './size'
import classes from './TrendPlot.module.css'

const MARGIN = { top: 8, right: 8, bottom: 24 }
/** A digit of an axis, and what keeps the longest label off the lines. */
const DIGIT_WIDTH = 6.5
const LABEL_GAP = 14
/** A history that has just begun is a few bars at the left, not one as wide as the screen. */
const WIDEST_STEP = 144
/** Before the page is laid out there is no width yet. */
const NARROWEST = 200

export type Shape = 'bars' | 'line'

type Props = { drawn: Drawn; shape: Shape }

/** Values in time, at equal steps. Bars stand on zero; a line shows how a total moves. Arrow keys reach every point. */
export function TrendPlot({ drawn, shape }: Props) {
  const { ref, width: measured } = useElementSize()
  const [active, setActive] = useState<number>()
  const { series, partial = false } = drawn
  const times = timesOf(series)
  const width = Math.max(measured, NARROWEST)
  const known = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
  // One value alone says nothing of what is much; zero does.
  const scale = linearScale(
    shape === 'bars' || new Set(known).size < 2 ? [0, ...known] : known,
    PLOT_HEIGHT - MARGIN.bottom,
    MARGIN.top,
  )
  const labels = tickLabels(scale.ticks)
  const left = Math.max(...labels.map(({ length }) => length)) * DIGIT_WIDTH + LABEL_GAP
  const step = Math.min((width - left - MARGIN.right) / Math.max(times.length, 1), WIDEST_STEP)
  const layout = { width, height: PLOT_HEIGHT, margin: { ...MARGIN, left }, step, scale, labels }
  // A shorter range may have begun under the pointer.
  const shown = active !== undefined && active < times.length ? active : undefined
  return (
    <div ref={ref} role="group" aria-label={drawn.label} className={classes.plot}>
      <svg width={width} height={PLOT_HEIGHT} className={classes.drawing}>
        <Axes times={times} layout={layout} />
        {shape === 'bars' ? (
          <Bars series={series} layout={layout} partial={partial} />
        ) : (
          <Lines series={series} layout={layout} active={shown} />
        )}
        <PlotPoints drawn={drawn} layout={layout} active={shown} onActive={setActive} />
      </svg>
      {(scale.ticks[0] ?? 0) > 0 && <span className={classes.base}>The axis begins at {labels[0]}</span>}
      {shown !== undefined && (
        <PlotTip drawn={drawn} index={shown} left={center(layout, shown)} width={width} />
      )}
    </div>
  )
}
