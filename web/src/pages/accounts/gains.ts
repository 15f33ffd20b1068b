import { keepPreviousData } from '@tanstack/react-query'
import { api, scope } from '@/api/client'
import type { Schema } from '@/api/types'
import type { Period } from '@/util/period'
import { gainsPoll, periodQuery } from '@/util/periodQuery'
import type { Platform } from '@/util/platform'

export type AccountsGains = Schema<'AccountsGains'>
export type AccountGain = Schema<'GainedByAccount'>

/** Reads what each account gained in a period, and in the one it is compared with. */
export const useAccountsGains = (platform: Platform, groupId: number | undefined, period: Period) =>
  api.useQuery(
    'get',
    `/api/${platform}/accounts/gains`,
    {
      params: { query: { ...scope(groupId), ...periodQuery(period) } },
    },
    { refetchInterval: gainsPoll(period), placeholderData: keepPreviousData },
  )
