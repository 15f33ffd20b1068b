import { api } from '@/shared/api/client'

const GROUPS = '/api/groups'

export const useGroups = () => api.useQuery('get', GROUPS)
export const GROUPS_KEY = ['get', GROUPS]
