import type { AccountGain, AccountsGains } from '@/pages/accounts/gains'
import type { Account } from '@/pages/accounts/model'

/** An account with what it gained in the period. */
export type AccountRow = {
  account: Account
  /** Undefined until it is known, as is `gains`. */
  gain: AccountGain | undefined
  /** All gains, with the currency. */
  gains: AccountsGains | undefined
  /** Whether the period is compared with an earlier one. */
  compared: boolean
}

/** Adds the gains to the accounts. Those of another page contain nothing about an account. */
export function rowsOf(
  accounts: Account[],
  gains: AccountsGains | undefined,
  compared: boolean,
): AccountRow[] {
  const byId = new Map(gains?.accounts.map((gain) => [gain.id, gain]))
  return accounts.map((account) => {
    const gain = byId.get(account.id)
    return { account, gain, gains: gain && gains, compared }
  })
}
