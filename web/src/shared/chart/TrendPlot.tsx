import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { Axes } from './Axes'
import { Bars } from './Bars'
import { center, layoutOf, type Shape } from './layout'
import { Line } from './Line'
import { Marks } from './Marks'
import { PlotPoints } from './PlotPoints'
import { PlotTip } from './PlotTip'
import { timesOf, type ChartData } from './series'
import classes from './TrendPlot.module.css'

/** Before the page is laid out there is no width yet. */
const NARROWEST = 200
/** Of the words about an axis, from the end of its band. */
const BASE_ABOVE = 22

type Props = { data: ChartData; shape: Shape; height: number }

/**
 * Values in time, at equal steps, each series in a band of its own. Bars stand on zero; a line shows how a total moves.
 * Arrow keys reach every point, which says the values of all.
 */
export function TrendPlot({ data, shape, height }: Props) {
  const { ref, width: measured } = useElementSize()
  const [active, setActive] = useState<number>()
  const { series, partial = false } = data
  const times = timesOf(series)
  const width = Math.max(measured, NARROWEST)
  const layout = layoutOf(series, shape, width, height)
  // A shorter range may have begun under the pointer.
  const shown = active !== undefined && active < times.length ? active : undefined
  return (
    <div ref={ref} role="group" aria-label={data.label} className={classes.plot}>
      <svg width={width} height={height} className={classes.drawing}>
        <Axes times={times} layout={layout} />
        {layout.bands.map((band) =>
          shape === 'bars' ? (
            <Bars key={band.series.name} band={band} layout={layout} partial={partial} />
          ) : (
            <Line key={band.series.name} band={band} layout={layout} active={shown} />
          ),
        )}
        <Marks data={data} layout={layout} />
        <PlotPoints data={data} layout={layout} active={shown} onActive={setActive} />
      </svg>
      {layout.bands.map(
        ({ series: { name }, scale, labels, bottom }) =>
          (scale.ticks[0] ?? 0) > 0 && (
            <span key={name} className={classes.base} style={{ top: bottom - BASE_ABOVE }}>
              The axis begins at {labels[0]}
            </span>
          ),
      )}
      {shown !== undefined && (
        <PlotTip data={data} index={shown} left={center(layout, shown)} width={width} />
      )}
    </div>
  )
}
