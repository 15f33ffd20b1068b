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

/** Width in pixels before the page has been laid out. */
const NARROWEST = 200
/** Distance of the axis note from the end of its band, in pixels. */
const BASE_ABOVE = 22

type Props = { data: ChartData; shape: Shape; height: number }

/**
 * Plots values over time at equal steps, each series in its own band. Bars start at zero; a line shows how a total develops. Arrow
 * keys reach every point, which states the values of all series.
 */
export function TrendPlot({ data, shape, height }: Props) {
  const { ref, width: measured } = useElementSize()
  const [active, setActive] = useState<number>()
  const { series, partial = false } = data
  const times = timesOf(series)
  const width = Math.max(measured, NARROWEST)
  const layout = layoutOf(series, shape, width, height)
  // The range may have become shorter while a point was active.
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
