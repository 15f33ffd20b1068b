import { useIsAdmin } from '@/api/session'
import { AccountsView } from './AccountsView'
import { GroupPicker } from './GroupPicker'
import type { PlatformAccounts } from './model'
import { useAccountsView } from './useAccountsView'

/** Admins pick a client group first; other users have their own. */
export function AccountsPage({ source }: { source: PlatformAccounts }) {
  const admin = useIsAdmin()
  const { groupId } = useAccountsView()
  if (!admin) return <AccountsView source={source} />
  if (groupId === undefined) return <GroupPicker platform={source.platform} />
  return <AccountsView source={source} groupId={groupId} />
}
