import { useIsAdmin } from '@/shared/lib/session'
import { AccountsView } from './AccountsView'
import { GroupPicker } from './GroupPicker'
import type { PlatformAccounts } from './model'
import { useAccountsView } from './useAccountsView'

/** An admin picks a client group first; everybody else has their own. */
export function AccountsPage({ source }: { source: PlatformAccounts }) {
  const admin = useIsAdmin()
  const { groupId } = useAccountsView()
  if (!admin) return <AccountsView source={source} />
  if (groupId === undefined) return <GroupPicker platform={source.platform} />
  return <AccountsView source={source} groupId={groupId} />
}
