import { useSearchParams } from 'react-router'
import { itemOf } from '@/shared/history/address'
import { parseId } from '@/shared/lib/ids'

/** The chosen group and the account whose items are open, kept in the address. */
export function useAccountsView() {
  const [search, setSearch] = useSearchParams()
  // The page stays where it is.
  const setParameter = (name: string, value?: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { preventScrollReset: true },
    )
  return {
    groupId: parseId(search.get('group')),
    accountId: parseId(search.get('account')),
    itemId: parseId(itemOf(search)),
    pickGroup: (id: number) => setSearch({ group: String(id) }),
    leaveGroup: () => setSearch({}),
    /** Only TikTok has single videos. */
    shows: search.get('view') === 'videos' ? ('videos' as const) : ('accounts' as const),
    showVideos: (videos: boolean) => setParameter('view', videos ? 'videos' : undefined),
    openAccount: (id: number) => setParameter('account', String(id)),
    closeAccount: () => setParameter('account'),
  }
}
