import { api, scope } from '@/api/client'
import { POLL } from './constants'

const ATTENTION = '/api/dashboard/attention'

/** Reads the accounts and videos whose last update failed. */
export const useAttention = (groupId: number | undefined) =>
  api.useQuery('get', ATTENTION, { params: { query: scope(groupId) } }, { refetchInterval: POLL.attention })
export const ATTENTION_KEY = ['get', ATTENTION]
