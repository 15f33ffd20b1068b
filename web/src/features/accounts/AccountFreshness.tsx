import { isUndecided } from './identity'
import { IdentityNotice } from './IdentityNotice'
import type { Account, PlatformAccounts } from './model'
import { TrackedFreshness } from './TrackedFreshness'

type Props = { source: PlatformAccounts; account: Account }

/** How the scraping of an account stands, or whose its name is while nobody has decided that. */
export function AccountFreshness({ source, account }: Props) {
  return (
    <TrackedFreshness
      of={account}
      notice={isUndecided(account) ? <IdentityNotice source={source} account={account} /> : undefined}
    />
  )
}
