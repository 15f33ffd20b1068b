import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { PHONE } from '@/shared/constants/layout'
import { ItemsTable } from './ItemsTable'
import type { Account, PlatformAccounts } from './model'
import { useAccountsView } from './useAccountsView'

type Props = { source: PlatformAccounts; accounts: Account[] | undefined }

/** The items of the account that the address names, over the page. */
export function ItemsDrawer({ source, accounts }: Props) {
  const phone = useMediaQuery(PHONE)
  const { accountId, itemId, closeAccount } = useAccountsView()
  const account = accounts?.find(({ id }) => id === accountId)
  return (
    <Drawer
      // An item's history takes its place until that is closed.
      opened={account !== undefined && itemId === undefined}
      onClose={closeAccount}
      position="right"
      size={phone ? '100%' : 'min(960px, 90vw)'}
      title={account && `@${account.username}`}
    >
      {account && <ItemsTable key={account.id} source={source} accountId={account.id} />}
    </Drawer>
  )
}
