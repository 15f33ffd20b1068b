import { center, type Layout } from './layout'
import { formatTime, type Point } from './point'
import { labelledPoints } from './scale'
import classes from './TrendPlot.module.css'

const LABEL_WIDTH = 56

type Props = { points: Point[]; layout: Layout }

/** Lines with their values, times below. The points say the same in words. */
export function Axes({ points, layout }: Props) {
  const { width, height, margin, scale, labels } = layout
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
      {labelledPoints(points.length, width - margin.left - margin.right, LABEL_WIDTH).map((index) => (
        <text key={index} x={center(layout, index)} y={height - 6} textAnchor="middle">
          {formatTime(points[index]?.at ?? '')}
        </text>
      ))}
    </g>
  )
}
