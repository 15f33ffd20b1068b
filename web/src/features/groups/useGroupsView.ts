import { useSearchParams } from 'react-router'
import { parseView, searchOf, TABS } from './view'

/** The open group and its tab, kept in the address. */
export function useGroupsView() {
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  return {
    ...view,
    /** Another group opens on the same tab. */
    openGroup: (group: number) => setSearch(searchOf({ ...view, group }), { preventScrollReset: true }),
    closeGroup: () => setSearch(''),
    setTab: (value: string | null) => {
      const tab = TABS.find((known) => known === value) ?? 'overview'
      setSearch(searchOf({ ...view, tab }), { preventScrollReset: true })
    },
  }
}
