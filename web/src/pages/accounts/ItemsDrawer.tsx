import { Button, Drawer } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { historyLink } from '@/charts/historyUrl'
import { EmptyState } from '@/components/QueryView'
import { PLATFORMS, type Platform } from '@/util/platform'
import { usePhone } from '@/util/usePhone'
import { FormerNames, GapNote } from './AccountCard'
import { AccountFreshness } from './AccountFreshness'
import { ItemsTable } from './ItemsTable'
import { wasRead, type Account } from './model'
import { useAccountsView } from './useAccountsView'
import classes from './ItemsDrawer.module.css'

type Props = { platform: Platform; accounts: Account[] | undefined; mayManage: boolean }

/** Shows the status and items of the account named in the URL. */
export function ItemsDrawer({ platform, accounts, mayManage }: Props) {
  const phone = usePhone()
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
              <GapNote platform={platform} account={account} />
              <AccountFreshness platform={platform} account={account} mayManage={mayManage} />
            </div>
            <AccountHistoryLink account={account} />
          </div>
          {wasRead(account) ? (
            <ItemsTable key={account.id} platform={platform} accountId={account.id} />
          ) : (
            <EmptyState
              title={`No ${PLATFORMS[platform].items} yet`}
              hint="They appear after the first update."
            />
          )}
        </>
      )}
    </Drawer>
  )
}

/** Replaces the account's items with its history. */
function AccountHistoryLink({ account }: { account: Account }) {
  const { search } = useLocation()
  return (
    <Button
      component={Link}
      to={historyLink(search, { kind: 'account', id: account.id })}
      preventScrollReset
      variant="default"
      leftSection={<IconChartLine size={16} stroke={1.75} />}
      aria-label={`History of @${account.username}`}
    >
      History
    </Button>
  )
}
