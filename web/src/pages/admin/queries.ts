import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api, scope } from '@/api/client'
import { refetchAll } from '@/api/refetch'
import { INTERVALS_KEY, SETTINGS_KEY } from '@/api/settings'
import { TIME_ZONE_KEY } from '@/api/useMe'
import { POLL } from '@/util/constants'

const OVERVIEW = '/api/admin/stats/overview'
const STATUS = '/api/admin/scraping/status'
const SETTINGS = '/api/admin/settings'

export const useOverview = (groupId: number | undefined) =>
  api.useQuery(
    'get',
    OVERVIEW,
    { params: { query: scope(groupId) } },
    {
      refetchInterval: POLL.adminOverview,
      placeholderData: keepPreviousData,
    },
  )

export const useScrapingStatus = (groupId: number | undefined) =>
  api.useQuery(
    'get',
    STATUS,
    { params: { query: scope(groupId) } },
    {
      refetchInterval: POLL.scrapingStatus,
      placeholderData: keepPreviousData,
    },
  )

/** Reads how many accounts still have the days of another time zone, repeatedly while there are any, and then the time zone. */
export function useDaysPending(): number {
  const { data: pending = 0 } = api.useQuery('get', SETTINGS, undefined, {
    select: ({ days_pending }) => days_pending,
    refetchInterval: ({ state }) => (state.data?.days_pending ? POLL.daysPending : false),
  })
  const isPending = pending > 0
  const queries = useQueryClient()
  useEffect(
    () => (isPending ? () => void queries.invalidateQueries({ queryKey: TIME_ZONE_KEY }) : undefined),
    [isPending, queries],
  )
  return pending
}

/** Refetches the scrape status and the collected data. */
export function useReloadScraping() {
  const queries = useQueryClient()
  return useCallback(
    () =>
      Promise.all([STATUS, OVERVIEW].map((path) => queries.invalidateQueries({ queryKey: ['get', path] }))),
    [queries],
  )
}

/** Refetches everything: groups without their own cost, currency or interval change with the settings, and days with the time zone. */
export function useReloadSettings() {
  const queries = useQueryClient()
  return () => refetchAll(queries, { awaited: [SETTINGS_KEY, INTERVALS_KEY, TIME_ZONE_KEY] })
}

const ERASURES = '/api/admin/erasures'

/** Reads the erasures, latest first; the erased handle is not stored. */
export const useErasures = () => api.useQuery('get', ERASURES)

/** Refetches everything: an erasure removes a name and its numbers from all lists, also from that of deleted accounts. */
export function useReloadErasures() {
  const queries = useQueryClient()
  return () =>
    refetchAll(queries, {
      awaited: [
        ['get', ERASURES],
        ['get', '/api/admin/deletions'],
      ],
    })
}
