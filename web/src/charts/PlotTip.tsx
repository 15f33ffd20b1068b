import { describe } from './point'
import { whenOf, type ChartData } from './series'
import classes from './TrendPlot.module.css'

type Props = { data: ChartData; index: number; left: number; width: number }

/** Tooltip of the active point. Screen readers read the point itself. */
export function PlotTip({ data, index, left, width }: Props) {
  const { series, unit } = data
  return (
    <div aria-hidden className={classes.tip} data-flipped={left > width / 2 || undefined} style={{ left }}>
      <span className={classes.tipTime}>{whenOf(data, index)}</span>
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
