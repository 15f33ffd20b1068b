import { center, type Layout } from './layout'
import { timesOf, type ChartData } from './series'
import classes from './TrendPlot.module.css'

/** Between a line and the words about it. */
const GAP = 6
/** Of the words, from the top of the drawing: below the topmost line of the axis. */
const BASELINE = 24

type Props = { data: ChartData; layout: Layout }

/** What happened at a point as a line with its name. The points say the same in words. */
export function Marks({ data: { series, marks }, layout }: Props) {
  const { width, height, margin } = layout
  const times = timesOf(series)
  return (
    <g aria-hidden className={classes.marks}>
      {marks?.map(({ at, text }) => {
        const index = times.indexOf(at)
        // What happened outside of the time that is shown has no place here.
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
