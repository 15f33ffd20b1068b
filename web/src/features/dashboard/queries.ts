import { api } from '@/shared/api/client'
import { DELAY, POLL } from '@/shared/constants/business'

const STATS = '/api/dashboard/stats'
const TOP = '/api/dashboard/top-performers'
const OPTIONS = { staleTime: DELAY.dashboardStale, refetchInterval: POLL.dashboard }

export const useStats = () => api.useQuery('get', STATS, undefined, OPTIONS)
export const useTopPerformers = () => api.useQuery('get', TOP, undefined, OPTIONS)

/** What the Dashboard reads, as prefixes of query keys. */
export const DASHBOARD_KEYS = [
  ['get', STATS],
  ['get', TOP],
]
