import { keepPreviousData } from '@tanstack/react-query'
import { api, scope } from '@/api/client'
import { DELAY } from '@/util/constants'
import { rangeQuery, type TrendView } from './trendView'

const TREND = '/api/dashboard/trend'

/** Daily metrics of both platforms, of one group or of all that the user may see; refetched every `every` milliseconds. */
export const useTrend = (groupId: number | undefined, days: TrendView['days'], every: number) =>
  api.useQuery(
    'get',
    TREND,
    { params: { query: { ...scope(groupId), ...rangeQuery(days) } } },
    { staleTime: DELAY.dashboardStale, refetchInterval: every, placeholderData: keepPreviousData },
  )

/** Query key prefix of the trend. */
export const TREND_KEY = ['get', TREND]
