import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import { PAGE_SIZE, POLL } from '@/shared/constants/business'
import type { SessionState } from './states'

const POOL = '/api/scraping/pool'

/** How the pool fares, and a page of its sessions without their values; of one state only, when there is one. */
export const usePool = (page: number, state: SessionState | undefined) =>
  api.useQuery(
    'get',
    POOL,
    { params: { query: { page, per_page: PAGE_SIZE.sessions, ...(state && { state }) } } },
    { refetchInterval: POLL.scrapingStatus, placeholderData: keepPreviousData },
  )

/** Reads the pool again. */
export function useReloadPool() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['get', POOL] })
}
