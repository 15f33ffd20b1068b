import { center, type Layout } from './layout'
import { timeLabel } from './point'
import { labelledPoints } from './scale'
import classes from './TrendPlot.module.css'

/** The longest of them, and a gap to the next. A label at the very end must not be cut. */
const LABEL_WIDTH = 60

type Props = { times: string[]; layout: Layout }

/** Lines with their values, times below. The points say the same in words. */
export function Axes({ times, layout }: Props) {
  const { width, height, margin, scale, labels } = layout
  const label = timeLabel(times)
  return (
    <g aria-hidden className={classes.axes}>
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
