import { api } from './client'

const GROUPS = '/api/groups'

/** All client groups; admins only. */
export const useGroups = (options?: { enabled: boolean }) => api.useQuery('get', GROUPS, undefined, options)
export const GROUPS_KEY = ['get', GROUPS]
