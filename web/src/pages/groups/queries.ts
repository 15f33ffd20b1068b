import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api, GROUPS_KEY } from '@/api/client'
import type { Schema } from '@/api/types'
import { POLL } from '@/util/constants'

export type GroupDetails = Schema<'GroupDetail'>

const GROUP = '/api/groups/{id}'
const INTERVALS = '/api/scraping/intervals'
const SETTINGS = '/api/admin/settings'

export const useGroup = (id: number) =>
  api.useQuery('get', GROUP, { params: { path: { id } } }, { refetchInterval: POLL.adminOverview })

/** Reads the default scrape interval of each platform. */
export const useIntervals = () =>
  api.useQuery('get', INTERVALS, undefined, { placeholderData: keepPreviousData })
export const INTERVALS_KEY = ['get', INTERVALS]

/** Reads the settings of groups that do not override them. */
export const useSettings = () => api.useQuery('get', SETTINGS)

/** Refetches only the list, since a deleted group's details can no longer be loaded. */
export function useReloadGroupList() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: GROUPS_KEY })
}

/** Refetches the list and the open group. */
export function useReloadGroups() {
  const queries = useQueryClient()
  return () =>
    Promise.all([GROUPS_KEY, ['get', GROUP]].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
