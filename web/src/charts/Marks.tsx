import { center, type Layout } from './layout'
import { timesOf, type ChartData } from './series'
import classes from './TrendPlot.module.css'

/** Pixels between a line and its text. */
const GAP = 6
/** Baseline of the text from the top of the chart: below the axis's topmost line. */
const BASELINE = 24

type Props = { data: ChartData; layout: Layout }

/** Vertical lines with labels for events. Hidden from screen readers, which read the points instead. */
export function Marks({ data: { series, marks }, layout }: Props) {
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
            <text x={late ? x - GAP : x + GAP} y={BASELINE} textAnchor={late ? 'end' : 'start'}>
              {text}
            </text>
          </g>
        )
      })}
    </g>
  )
}
