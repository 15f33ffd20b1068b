import { keepPreviousData } from '@tanstack/react-query'
import { api, scope } from '@/api/client'
import { DELAY, POLL } from '@/util/constants'
import { formatChange, formatSigned } from '@/util/format'
import type { Platform } from '@/util/platform'
import { gainedIn, periodOf } from '@/charts/days/days'
import { daysQuery, type Requested } from '@/charts/days/trendView'
import classes from './GainedViews.module.css'

/** Period in days over which the change of a total is shown, on screens without a period of their own. */
const DAYS = 30

type Props = { platform: Platform; groupId: number | undefined }

/** Shows the recent change of a platform's views. Reserves its line while loading. */
export function GainedViews({ platform, groupId }: Props) {
  const days = useTrend(groupId, DAYS, POLL.adminOverview).data?.[platform]
  if (days === undefined || days.length === 0)
    return <div className={classes.change}>{days === undefined ? '\u00a0' : 'No data yet'}</div>
  const gained = gainedIn(days, 'views')
  // A single measurement has nothing to compare with.
  if (days.length === 1 && gained === 0) return <div className={classes.change}>Not enough history yet</div>
  return <MetricChange gained={gained} period={periodOf(days, DAYS)} />
}

type MetricChangeProps = {
  /** Gained views. */
  gained: number
  /** Period as text: `in 30 days`. */
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

const TREND = '/api/dashboard/trend'

/** Reads the daily metrics of all platforms, of one group or of all that the user may see, again every `every` milliseconds. */
export const useTrend = (groupId: number | undefined, days: Requested, every: number) =>
  api.useQuery(
    'get',
    TREND,
    { params: { query: { ...scope(groupId), ...daysQuery(days) } } },
    { staleTime: DELAY.dashboardStale, refetchInterval: every, placeholderData: keepPreviousData },
  )

/** Query key prefix of the trend. */
export const TREND_KEY = ['get', TREND]
