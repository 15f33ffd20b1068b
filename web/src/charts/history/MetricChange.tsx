import { Change } from '@/components/values/Sum'
import { formatChange, formatSigned } from '@/util/format'
import { periodPhrase, type Period } from '@/util/time/period'
import classes from './MetricChange.module.css'

type MetricChangeProps = {
  /** Gained views. */
  gained: number
  /** Period as text: `in the last 7 days`. */
  period: string
  /** Adds the word "views" where nothing else names the metric. */
  named?: boolean
}

/** Shows a change in views, less prominently than the total. */
export function MetricChange({ gained, period, named = false }: MetricChangeProps) {
  return (
    <div className={classes.change} data-tip={`${formatSigned(gained)} views`}>
      {gained === 0 ? named ? 'Views unchanged' : 'No change' : <strong>{formatChange(gained)}</strong>}
      {named && gained !== 0 && ' views'} {period}
    </div>
  )
}

type ViewsChangeProps = {
  gained: number
  /** Gained in the period before; undefined if it is unknown or not compared. */
  previous: number | undefined
  period: Period
}

/** Shows the views gained in a period, and the change against the previous one. */
export function ViewsChange({ gained, previous, period }: ViewsChangeProps) {
  return (
    <>
      <MetricChange gained={gained} period={periodPhrase(period)} />
      {previous !== undefined && previous !== gained && (
        <Change
          now={gained}
          previous={previous}
          tip={`${formatChange(previous)} before`}
          format={formatChange}
        />
      )}
    </>
  )
}
