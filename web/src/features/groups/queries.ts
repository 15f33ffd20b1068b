import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import { GROUPS_KEY } from '@/shared/api/groups'
import { POLL } from '@/shared/constants/business'

const GROUP = '/api/groups/{id}'
const INTERVALS = '/api/scraping/intervals'
const SETTINGS = '/api/admin/settings'

export const useGroup = (id: number) =>
  api.useQuery('get', GROUP, { params: { path: { id } } }, { refetchInterval: POLL.adminOverview })

/** How often each platform is read where a group does not say otherwise. */
export const useIntervals = () =>
  api.useQuery('get', INTERVALS, undefined, { placeholderData: keepPreviousData })
export const INTERVALS_KEY = ['get', INTERVALS]

/** What holds for groups that do not say otherwise. */
export const useSettings = () => api.useQuery('get', SETTINGS)

/** Reads the list again, and no group in full: the one that was deleted is not there to be read. */
export function useReloadGroupList() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: GROUPS_KEY })
}

/** Reads the groups and the open one again. */
export function useReloadGroups() {
  const queries = useQueryClient()
  return () =>
    Promise.all([GROUPS_KEY, ['get', GROUP]].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
