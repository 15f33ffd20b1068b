import { keepPreviousData } from '@tanstack/react-query'
import { api, scope } from '@/api/client'
import { TREND_KEY } from '@/charts/GainedViews'
import { DELAY, POLL } from '@/util/constants'

const STATS = '/api/dashboard/stats'
const TOP = '/api/dashboard/top-performers'
const OPTIONS = {
  staleTime: DELAY.dashboardStale,
  refetchInterval: POLL.dashboard,
  placeholderData: keepPreviousData,
} as const

export const useStats = (groupId: number | undefined) =>
  api.useQuery('get', STATS, { params: { query: scope(groupId) } }, OPTIONS)

export const useTopPerformers = (groupId: number | undefined) =>
  api.useQuery('get', TOP, { params: { query: scope(groupId) } }, OPTIONS)

/** Query key prefixes of the Dashboard's reads. */
export const DASHBOARD_KEYS = [['get', STATS], ['get', TOP], TREND_KEY]
