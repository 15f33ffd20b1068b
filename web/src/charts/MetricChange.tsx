import { formatChange, formatSigned } from './point'
import classes from './MetricChange.module.css'

type Props = {
  /** Gained views. */
  gained: number
  /** Period as text: `in 30 days`. */
  period: string
  /** Adds the word "views" where nothing else names the metric. */
  named?: boolean
}

/** Change in views, displayed less prominently than the total. */
export function MetricChange({ gained, period, named = false }: Props) {
  return (
    <div className={classes.change} data-tip={`${formatSigned(gained)} views`}>
      {gained === 0 ? 'No change' : <strong>{formatChange(gained)}</strong>}
      {named && (gained === 0 ? ' of views' : ' views')} {period}
    </div>
  )
}
