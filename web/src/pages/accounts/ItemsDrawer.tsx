import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { EmptyState } from '@/components/QueryView'
import { PHONE } from '@/util/constants'
import { PLATFORMS } from '@/util/platform'
import { AccountFreshness } from './AccountFreshness'
import { AccountHistoryLink } from './AccountHistoryLink'
import { FormerNames } from './FormerNames'
import { GapNote } from './GapNote'
import { ItemsTable } from './ItemsTable'
import { wasRead, type Account, type PlatformAccounts } from './model'
import { useAccountsView } from './useAccountsView'
import classes from './ItemsDrawer.module.css'

type Props = { source: PlatformAccounts; accounts: Account[] | undefined; mayManage: boolean }

/** Drawer with the status and items of the account named in the URL. */
export function ItemsDrawer({ source, accounts, mayManage }: Props) {
  const phone = useMediaQuery(PHONE)
  const { accountId, historyOpen, closeAccount } = useAccountsView()
  const account = accounts?.find(({ id }) => id === accountId)
  return (
    <Drawer
      opened={account !== undefined && !historyOpen}
      onClose={closeAccount}
      position="right"
      size={phone ? '100%' : 'min(960px, 90vw)'}
      title={account && `@${account.username}`}
    >
      {account && (
        <>
          <div className={classes.about}>
            <div>
              <FormerNames of={account} />
              <GapNote platform={source.platform} account={account} />
              <AccountFreshness source={source} account={account} mayManage={mayManage} />
            </div>
            <AccountHistoryLink account={account} />
          </div>
          {wasRead(account) ? (
            <ItemsTable key={account.id} source={source} accountId={account.id} />
          ) : (
            <EmptyState
              title={`No ${PLATFORMS[source.platform].items} scraped yet`}
              hint="They appear after the first successful scrape."
            />
          )}
        </>
      )}
    </Drawer>
  )
}
