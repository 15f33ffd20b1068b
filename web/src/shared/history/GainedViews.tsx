import { formatChange, formatSigned } from '@/shared/chart/point'
import type { Platform } from '@/shared/lib/platform'
import classes from './GainedViews.module.css'
import { gainedIn } from './days'
import { periodOf } from './period'
import { useTrend } from './useTrend'

/** The time over which a total says how it changed: that which the trend shows first. */
const DAYS = 30

type Props = { platform: Platform; groupId: number | undefined }

/** How a platform's views changed lately. Keeps its line while that is not known. */
export function GainedViews({ platform, groupId }: Props) {
  const days = useTrend(groupId, DAYS).data?.[platform] ?? []
  if (days.length === 0) return <div className={classes.change}>{'\u00a0'}</div>
  const gained = gainedIn(days, 'views')
  return (
    <div className={classes.change} title={`${formatSigned(gained)} views`}>
      {gained === 0 ? 'No change' : <strong>{formatChange(gained)}</strong>} {periodOf(days, DAYS)}
    </div>
  )
}
