import { center, type Band, type Layout } from './layout'
import classes from './TrendPlot.module.css'

type Props = {
  band: Band
  layout: Layout
  /** The last bar's step is still in progress. */
  partial: boolean
}

/** Fraction of a point's column that its bar fills. */
const BAR_SHARE = 0.76
const SMALLEST_BAR = 1
const ROUNDING = 2

/** Values as bars, starting at zero. */
export function Bars({ band, layout, partial }: Props) {
  const { scale, series } = band
  const { points, color } = series
  const width = Math.max(layout.step * BAR_SHARE, SMALLEST_BAR)
  return (
    <g aria-hidden style={{ color }}>
      {points.map(({ at, value }, index) => {
        if (value === null || value === 0) return null
        const [from, to] = [scale.place(0), scale.place(value)]
        return (
          <rect
            key={at}
            className={classes.bar}
            data-partial={(partial && index === points.length - 1) || undefined}
            x={center(layout, index) - width / 2}
            y={Math.min(from, to)}
            width={width}
            height={Math.max(Math.abs(from - to), SMALLEST_BAR)}
            rx={Math.min(ROUNDING, width / 4)}
          />
        )
      })}
    </g>
  )
}
