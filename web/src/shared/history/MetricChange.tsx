import { formatChange, formatSigned } from '@/shared/chart/point'
import classes from './MetricChange.module.css'

type Props = {
  /** Of views. */
  gained: number
  /** In words: `in 30 days`. */
  period: string
  /** Whether it stands where nothing else says that these are views. */
  named?: boolean
}

/** How views changed, second to the number that they are now. */
export function MetricChange({ gained, period, named = false }: Props) {
  return (
    <div className={classes.change} data-tip={`${formatSigned(gained)} views`}>
      {gained === 0 ? 'No change' : <strong>{formatChange(gained)}</strong>}
      {named && (gained === 0 ? ' of views' : ' views')} {period}
    </div>
  )
}
