import { POLL } from '@/util/constants'
import type { Platform } from '@/util/platform'
import { gainedIn } from './days'
import { MetricChange } from './MetricChange'
import { periodOf } from './period'
import { useTrend } from './useTrend'
import classes from './MetricChange.module.css'

/** Period in days over which the change of a total is shown: the trend's default range. */
const DAYS = 30

type Props = { platform: Platform; groupId: number | undefined }

/** Recent change of a platform's views. Reserves its line while loading. */
export function GainedViews({ platform, groupId }: Props) {
  const days = useTrend(groupId, DAYS, POLL.adminOverview).data?.[platform]
  if (days === undefined || days.length === 0)
    return <div className={classes.change}>{days === undefined ? '\u00a0' : 'Not measured yet'}</div>
  const gained = gainedIn(days, 'views')
  // A single measurement has nothing to compare with.
  if (days.length === 1 && gained === 0) return <div className={classes.change}>Not enough history yet</div>
  return <MetricChange gained={gained} period={periodOf(days, DAYS)} />
}
