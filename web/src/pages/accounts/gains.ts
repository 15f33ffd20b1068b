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

/** Returns why the cost of an account in the period is unknown. */
export function costUnknown(gains: AccountsGains | undefined): string {
  if (gains === undefined) return NOT_LOADED
  const { history_begins: begins, period } = gains
  return begins != null && period.from < begins ? 'Measurements of this period were deleted' : 'No rate set'
}

/** Returns why the gained views of an account are unknown. */
export const gainUnknown = (gains: AccountsGains | undefined): string =>
  gains === undefined ? NOT_LOADED : 'Not tracked in this period'

const NOT_LOADED = 'Not loaded yet'
