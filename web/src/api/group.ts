import { api } from './client'

const GROUP = '/api/groups/{id}'

type GroupOptions = {
  /** Maximum number of listed accounts of each platform. */
  accounts?: number
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number
}

/** Reads a group, by default without its accounts; its members may do so as well. */
export const useGroup = (id: number, { accounts = 0, ...options }: GroupOptions = {}) =>
  api.useQuery('get', GROUP, { params: { path: { id }, query: { accounts } } }, options)

/** Query key prefix of single groups. */
export const GROUP_KEY = ['get', GROUP]
