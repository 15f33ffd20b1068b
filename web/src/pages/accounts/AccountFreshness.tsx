import { mayTryAgain } from './failure'
import { isUndecided } from './identity'
import { IdentityNotice } from './IdentityNotice'
import type { Account, PlatformAccounts } from './model'
import { TrackedFreshness } from './TrackedFreshness'
import { TryAgain } from './TryAgain'

type Props = { source: PlatformAccounts; account: Account; mayManage: boolean }

/** Scrape status of an account, or the new owner of its handle until an admin decides. Failed scrapes can be retried here. */
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
