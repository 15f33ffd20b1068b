import { api, scope } from '@/api/client'
import { POLL } from './constants'

/** Reads the accounts and videos whose last update failed. */
export const useAttention = (groupId: number | undefined) =>
  api.useQuery(
    'get',
    '/api/dashboard/attention',
    { params: { query: scope(groupId) } },
    { refetchInterval: POLL.attention },
  )
