import { useSearchParams } from 'react-router'
import { parseView, searchOf } from './view'

/** Tab and client group of the Admin Dashboard, kept in the address. */
export function useAdminView() {
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  return {
    ...view,
    setTab: (tab: string | null) =>
      setSearch(searchOf({ ...view, tab: tab === 'audit' ? 'audit' : 'overview' })),
    setGroup: (group: number | undefined) => setSearch(searchOf({ ...view, group })),
  }
}
