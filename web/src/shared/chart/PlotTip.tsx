import { describe, formatLongDay, type DayPoint } from './point'
import classes from './TrendPlot.module.css'

type Props = { point: DayPoint; left: number; width: number; unit: string }

/** What the pointed-at day says. The day itself says it to screen readers. */
export function PlotTip({ point: { day, value }, left, width, unit }: Props) {
  return (
    <div aria-hidden className={classes.tip} data-flipped={left > width / 2 || undefined} style={{ left }}>
      <span className={classes.tipDay}>{formatLongDay(day)}</span>
      <strong>{describe(value, unit)}</strong>
    </div>
  )
}
