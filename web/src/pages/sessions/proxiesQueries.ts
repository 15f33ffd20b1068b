import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import type { Schema } from '@/api/types'
import { POLL } from '@/util/constants'

const PROXIES = '/api/scraping/proxies'

export type Proxy = Schema<'Proxy'>

/** The proxies by name, without their credentials. */
export const useProxies = () =>
  api.useQuery('get', PROXIES, undefined, { refetchInterval: POLL.adminOverview })

/** Refetches the proxies and the sessions that may use them. */
export function useReloadProxies() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [PROXIES, '/api/scraping/pool'].map((path) => queries.invalidateQueries({ queryKey: ['get', path] })),
    )
}
