import { useSearchParams } from 'react-router'
import { parseId } from '@/shared/lib/ids'

/** Whose numbers are shown, kept in the address: an admin's choice of a group. Without one, all that the user may see. */
export function useDashboardView() {
  const [search, setSearch] = useSearchParams()
  return {
    groupId: parseId(search.get('group')),
    setGroup: (groupId: number | undefined) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old)
          if (groupId === undefined) next.delete('group')
          else next.set('group', String(groupId))
          return next
        },
        { preventScrollReset: true },
      ),
  }
}
