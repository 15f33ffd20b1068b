import { keepPreviousData } from '@tanstack/react-query'
import { api, scope } from '@/api/client'
import type { Schema } from '@/api/types'
import type { Period } from '@/util/time/period'
import { gainsPoll, periodQuery } from '@/util/time/periodQuery'
import type { Platform } from '@/util/platform'
import type { Account } from './model'

export type AccountsGains = Schema<'AccountsGains'>
export type AccountGain = Schema<'GainedByAccount'>

/** Reads what these accounts, at least one, gained in a period, and in the one it is compared with. */
export const useAccountsGains = (
  platform: Platform,
  groupId: number | undefined,
  period: Period,
  accounts: readonly Pick<Account, 'id'>[],
) =>
  api.useQuery(
    'get',
    `/api/${platform}/accounts/gains`,
    {
      params: { query: { ...scope(groupId), ...periodQuery(period), ids: idsOf(accounts) } },
    },
    { refetchInterval: gainsPoll(period), placeholderData: keepPreviousData },
  )

/** The same in any order of the accounts, so that only other accounts need another response. */
const idsOf = (accounts: readonly Pick<Account, 'id'>[]) =>
  accounts
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join(',')

/** Returns why the cost of an account in the period is unknown. */
export function costUnknown(gains: AccountsGains | undefined, gain: AccountGain | undefined): string {
  if (gains === undefined || gain === undefined) return NOT_LOADED
  if (gain.gained_views == null) return gainUnknown(gains)
  const { history_begins: begins, period } = gains
  return begins != null && period.from < begins ? 'Measurements of this period were deleted' : 'No rate set'
}

/** Returns why the gained views of an account are unknown. */
export const gainUnknown = (gains: AccountsGains | undefined): string =>
  gains === undefined ? NOT_LOADED : 'Not tracked in this period'

const NOT_LOADED = 'Not loaded yet'
