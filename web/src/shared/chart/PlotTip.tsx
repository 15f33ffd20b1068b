import { describe } from './point'
import { whenOf, type Drawn } from './series'
import classes from './TrendPlot.module.css'

type Props = { drawn: Drawn; index: number; left: number; width: number }

/** What the pointed-at point says. The point itself says it to screen readers. */
export function PlotTip({ drawn, index, left, width }: Props) {
  const { series, unit } = drawn
  return (
    <div aria-hidden className={classes.tip} data-flipped={left > width / 2 || undefined} style={{ left }}>
      <span className={classes.tipTime}>{whenOf(drawn, index)}</span>
      {series.map(({ name, color, points }) => (
        <span key={name} className={classes.tipValue}>
          {series.length > 1 && (
            <>
              <span className={classes.tipMark} style={{ background: color }} />
              <span>{name}</span>
            </>
          )}
          <strong>{describe(points[index]?.value ?? null, unit)}</strong>
        </span>
      ))}
    </div>
  )
}
