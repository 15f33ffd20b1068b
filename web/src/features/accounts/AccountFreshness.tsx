import { mayTryAgain } from './failure'
import { isUndecided } from './identity'
import { IdentityNotice } from './IdentityNotice'
import type { Account, PlatformAccounts } from './model'
import { TrackedFreshness } from './TrackedFreshness'
import { TryAgain } from './TryAgain'

type Props = { source: PlatformAccounts; account: Account; mayManage: boolean }

/** How the scraping of an account stands, or whose its name is while nobody has decided that. What failed may be tried again. */
export function AccountFreshness({ source, account, mayManage }: Props) {
  return (
    <>
      <TrackedFreshness
        of={account}
        notice={isUndecided(account) ? <IdentityNotice source={source} account={account} /> : undefined}
      />
      {mayManage && mayTryAgain(account.status) && <TryAgain source={source} account={account} />}
    </>
  )
}
