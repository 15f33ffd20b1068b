import { describe, formatLongTime, type Point } from './point'
import classes from './TrendPlot.module.css'

type Props = { point: Point; left: number; width: number; unit: string }

/** What the pointed-at point says. The point itself says it to screen readers. */
export function PlotTip({ point: { at, value }, left, width, unit }: Props) {
  return (
    <div aria-hidden className={classes.tip} data-flipped={left > width / 2 || undefined} style={{ left }}>
      <span className={classes.tipTime}>{formatLongTime(at)}</span>
      <strong>{describe(value, unit)}</strong>
    </div>
  )
}
