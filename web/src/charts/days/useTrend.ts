import { keepPreviousData } from '@tanstack/react-query'
import { api, scope } from '@/api/client'
import { DELAY } from '@/util/constants'
import { daysQuery, type Requested } from './trendView'

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
