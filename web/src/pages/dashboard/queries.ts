import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client, result, scope } from '@/api/client'
import { requestOf } from '@/charts/days/chartedDays'
import { TREND_KEY, useTrend } from '@/charts/days/useTrend'
import { useTrendView } from '@/charts/days/trendView'
import { announceDone, useStartScrape } from '@/components/runs/useStartScrape'
import { DELAY, POLL } from '@/util/constants'
import { ERROR } from '@/util/messages'
import type { Platform } from '@/util/platform'
import type { Period } from '@/util/time/period'
import { gainsPoll, periodQuery } from '@/util/time/periodQuery'
import { toast } from '@/util/toast'
import { usePeriod } from '@/util/time/usePeriod'
import { isComparable, startTexts } from '@/charts/days/dataStart'

const STATS = '/api/dashboard/stats'
const TOP = '/api/dashboard/top-performers'
const GAINS = '/api/dashboard/gains'
const OPTIONS = {
  staleTime: DELAY.dashboardStale,
  refetchInterval: POLL.dashboard,
  placeholderData: keepPreviousData,
} as const

export const useStats = (groupId: number | undefined) =>
  api.useQuery('get', STATS, { params: { query: scope(groupId) } }, OPTIONS)

export const useTopPerformers = (groupId: number | undefined) =>
  api.useQuery('get', TOP, { params: { query: scope(groupId) } }, OPTIONS)

/** Reads what was gained in a period, and in the one it is compared with. */
export const useGains = (groupId: number | undefined, period: Period) =>
  api.useQuery(
    'get',
    GAINS,
    {
      params: {
        query: { ...scope(groupId), ...periodQuery(period) },
      },
    },
    { ...OPTIONS, refetchInterval: gainsPoll(period) },
  )

/** Reads the days of the chart: those of the period and of the one it is compared with, or all. */
export function usePageTrend(groupId: number | undefined) {
  const { view } = useTrendView('gained')
  const { period, today } = usePeriod()
  return useTrend(groupId, view.range === 'all' ? undefined : requestOf(period, today), POLL.dashboard)
}

/**
 * States since when there is data, if the period or the one it is compared with begins earlier; and returns whether a platform is
 * compared.
 */
export function useDataStarts(groupId: number | undefined, period: Period) {
  const { data, isPlaceholderData, isError } = usePageTrend(groupId)
  const trend = isPlaceholderData ? undefined : data
  return {
    texts: trend ? startTexts(trend, period) : [],
    /** The days are not known yet. */
    isWaiting: trend === undefined && !isError,
    isCompared: (platform: Platform) => trend !== undefined && isComparable(trend[platform], period),
  }
}

/** Query key prefixes of the Dashboard's reads. */
const DASHBOARD_KEYS = [['get', STATS], ['get', TOP], ['get', GAINS], TREND_KEY]

/** Refetches the Dashboard's numbers. */
export function useRefreshDashboard() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => Promise.all(DASHBOARD_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** Scrapes all accounts of all platforms, or of one group; refetches the numbers shortly after the start and at the end. */
export function useScrapeAll(groupId: number | undefined) {
  const { mutate: refresh } = useRefreshDashboard()
  return useStartScrape({
    control: `dashboard of ${groupId ?? 'all'}`,
    call: async () => {
      const scrape = await result(
        // The runs are followed from their start.
        client.POST('/api/dashboard/scrape-all', { params: { query: { ...scope(groupId), wait: 0 } } }),
      )
      return { ...scrape, runIds: scrape.run_ids }
    },
    // Otherwise the page shows the progress.
    announce: ({ status, message }) => {
      if (status === 'completed') toast.success(message)
    },
    announceEnd: announceDone,
    fallback: ERROR.scrape,
    refresh,
  })
}
