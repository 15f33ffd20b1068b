import { POLL } from '@/util/constants'
import type { Platform } from '@/util/platform'
import { usePeriod } from '@/util/time/usePeriod'
import { requestOf } from '@/charts/days/chartedDays'
import { isComparable } from '@/charts/days/dataStart'
import { periodSums } from '@/charts/days/periodSums'
import { useTrend } from '@/charts/days/useTrend'
import { ViewsChange } from './MetricChange'
import classes from './MetricChange.module.css'

type Props = { platform: Platform; groupId: number | undefined }

/**
 * Shows the views that a platform gained in the period of the page, and the change against the previous one if the history covers it.
 * Reserves the first line while loading.
 */
export function GainedViews({ platform, groupId }: Props) {
  const { period, today } = usePeriod()
  const trend = useTrend(groupId, requestOf(period, today), POLL.adminOverview)
  // The days of another period do not cover this one.
  const days = trend.isPlaceholderData ? undefined : trend.data?.[platform]
  if (days === undefined || days.length === 0)
    return <div className={classes.change}>{days === undefined ? '\u00a0' : 'No data yet'}</div>
  const { gained, before } = periodSums(days, 'views', period, today)
  if (gained === undefined) return <div className={classes.change}>No history in this period</div>
  const previous = isComparable(days, period) ? before.gained : undefined
  return <ViewsChange gained={gained} previous={previous} period={period} />
}
