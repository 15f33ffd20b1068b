import type { Sort } from '@/table/sort'
import { isFine, PENDING } from '@/util/states'
import type { AccountGain, AccountsGains } from './gains'
import { wasRead, type Account } from './model'

/** An account with what it gained in the period; `gain` is undefined until that is known. */
export type AccountRow = {
  account: Account
  gain: AccountGain | undefined
  /** All gains, with the currency; undefined until they are known. */
  gains: AccountsGains | undefined
  /** Whether the period is compared with an earlier one. */
  compared: boolean
}

/** Sort keys of the table. */
export const ACCOUNT_SORTS = ['name', 'followers', 'items', 'views', 'gained', 'cost', 'updated'] as const

/** Whether the last update of an account failed. */
export const isFailing = ({ status }: Pick<Account, 'status'>): boolean =>
  !isFine(status) && status !== PENDING

/** Sorts failing accounts before the others. */
export const byFailure = (a: Pick<Account, 'status'>, b: Pick<Account, 'status'>): number =>
  Number(isFailing(b)) - Number(isFailing(a))

/** Returns the accounts whose current or former username contains the text. */
export function named(accounts: Account[], text: string): Account[] {
  const part = text.trim().replace(/^@/, '').toLowerCase()
  if (part === '') return accounts
  return accounts.filter(({ username, former_usernames }) =>
    [username, ...former_usernames].some((name) => name.includes(part)),
  )
}

/** Adds the gains to the accounts. */
export function rowsOf(
  accounts: Account[],
  gains: AccountsGains | undefined,
  compared: boolean,
): AccountRow[] {
  const byId = new Map(gains?.accounts.map((gain) => [gain.id, gain]))
  return accounts.map((account) => ({
    account,
    gain: byId.get(account.id),
    gains,
    compared,
  }))
}

/** Sorts rows; by default those of failing accounts come first. Unknown values come last in both directions. */
export function sortedRows(rows: AccountRow[], sort: Sort | undefined): AccountRow[] {
  if (sort === undefined) return rows.toSorted((a, b) => byFailure(a.account, b.account))
  const sign = sort.order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a, sort.by), valueOf(b, sort.by)]
    if (one == null || other == null) return Number(one == null) - Number(other == null)
    return one < other ? -sign : one > other ? sign : 0
  })
}

function valueOf({ account, gain }: AccountRow, by: string): number | string | null | undefined {
  const known = wasRead(account)
  switch (by) {
    case 'name':
      return account.username
    case 'followers':
      return account.followers
    case 'items':
      return known ? account.count : undefined
    case 'views':
      return known ? account.views : undefined
    case 'gained':
      return gain?.gained_views
    case 'cost':
      return gain?.cost
    default:
      return account.last_scraped
  }
}
