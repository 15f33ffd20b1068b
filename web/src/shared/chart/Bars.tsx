import { center, type Layout } from './layout'
import type { Series } from './series'
import classes from './TrendPlot.module.css'

type Props = {
  series: Series[]
  layout: Layout
  /** The last bars are of a step that is not over. */
  partial: boolean
}

/** Share of a point's column that its bars fill. */
const BARS_SHARE = 0.76
const SMALLEST_BAR = 1
const ROUNDING = 2

/** Values as bars on zero, those of several series side by side. */
export function Bars({ series, layout, partial }: Props) {
  const { scale, step } = layout
  const width = Math.max((step * BARS_SHARE) / series.length, SMALLEST_BAR)
  return series.map(({ name, color, points }, place) => (
    <g key={name} aria-hidden style={{ color }}>
      {points.map(({ at, value }, index) => {
        if (value === null || value === 0) return null
        const [from, to] = [scale.place(0), scale.place(value)]
        return (
          <rect
            key={at}
            className={classes.bar}
            data-partial={(partial && index === points.length - 1) || undefined}
            x={center(layout, index) + (place - series.length / 2) * width}
            y={Math.min(from, to)}
            width={Math.max(width - 1, SMALLEST_BAR)}
            height={Math.max(Math.abs(from - to), SMALLEST_BAR)}
            rx={Math.min(ROUNDING, width / 4)}
          />
        )
      })}
    </g>
  ))
}
