import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '@/api/client'
import type { Schema } from '@/api/types'
import { PAGE_SIZE } from '@/util/constants'

const SESSIONS = '/api/scraping/sessions'
const KEY = ['get', SESSIONS] as const

/** A page of the pool, with the version of the whole list. */
export type SessionsPage = Schema<'Sessions'> & { version: string | null }

export function useSessions(page: number) {
  return useQuery({
    queryKey: [...KEY, page],
    queryFn: async ({ signal }): Promise<SessionsPage> => {
      const query = { page, per_page: PAGE_SIZE.sessions }
      const { data, response } = await client.GET(SESSIONS, { params: { query }, signal })
      return { ...(data as Schema<'Sessions'>), version: response.headers.get('etag') }
    },
    placeholderData: keepPreviousData,
    // Session values are secret and do not stay in memory after the screen is left.
    gcTime: 0,
  })
}

/** Refetches the list; resolves when it has loaded. */
export function useReloadSessions() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: KEY })
}
