import { useSearchParams } from 'react-router'
import { parseId } from '@/shared/lib/ids'

/** The chosen group and the account whose items are open, kept in the address. */
export function useAccountsView() {
  const [search, setSearch] = useSearchParams()
  // The drawer lies over the page, which stays where it is.
  const setAccount = (id?: number) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        if (id === undefined) next.delete('account')
        else next.set('account', String(id))
        return next
      },
      { preventScrollReset: true },
    )
  return {
    groupId: parseId(search.get('group')),
    accountId: parseId(search.get('account')),
    pickGroup: (id: number) => setSearch({ group: String(id) }),
    leaveGroup: () => setSearch({}),
    openAccount: (id: number) => setAccount(id),
    closeAccount: () => setAccount(),
  }
}
