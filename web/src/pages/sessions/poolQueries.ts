import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import { PAGE_SIZE, POLL } from '@/util/constants'
import type { SessionState } from './pool/states'

const POOL = '/api/scraping/pool'

/** Status of the pool and a page of its sessions without their values, optionally filtered by state. */
export const usePool = (page: number, state: SessionState | undefined) =>
  api.useQuery(
    'get',
    POOL,
    { params: { query: { page, per_page: PAGE_SIZE.sessions, ...(state && { state }) } } },
    { refetchInterval: POLL.scrapingStatus, placeholderData: keepPreviousData },
  )

/** Refetches the pool. */
export function useReloadPool() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['get', POOL] })
}
