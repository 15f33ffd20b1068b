import { center, type Band, type Layout } from './layout'
import { timeLabel } from './point'
import { labelledPoints } from './scale'
import classes from './TrendPlot.module.css'

/** Width of the longest label plus a gap. A label at the very end must not be cut off. */
const LABEL_WIDTH = 60

type Props = { times: string[]; layout: Layout }

/** Grid lines with their values, and times below. Hidden from screen readers, which read the points instead. */
export function Axes({ times, layout }: Props) {
  const { width, height, margin, bands } = layout
  const label = timeLabel(times)
  return (
    <g aria-hidden className={classes.axes}>
      {bands.map((band) => (
        <BandLines key={band.series.name} band={band} layout={layout} />
      ))}
      {labelledPoints(times.length, width - margin.left - margin.right, LABEL_WIDTH).map((index) => (
        <text
          key={index}
          x={Math.min(center(layout, index), width - LABEL_WIDTH / 2)}
          y={height - 6}
          textAnchor="middle"
        >
          {label(times[index] ?? '')}
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
      {bands.length > 1 && (
        <text x={margin.left} y={top - 10} className={classes.name}>
          <tspan fill={series.color}>■</tspan> {series.name}
        </text>
      )}
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
