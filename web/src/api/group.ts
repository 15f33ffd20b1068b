import { api } from './client'

const GROUP = '/api/groups/{id}'

type GroupOptions = { enabled?: boolean; staleTime?: number; refetchInterval?: number }

/** Reads a group; its members may do so as well. */
export const useGroup = (id: number, options?: GroupOptions) =>
  api.useQuery('get', GROUP, { params: { path: { id } } }, options)

/** Query key prefix of single groups. */
export const GROUP_KEY = ['get', GROUP]
