import { useSearchParams } from 'react-router'
import { parseView, searchOf } from './view'

/** Tab and page of All Content Data, kept in the address. */
export function useContentView() {
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  return {
    ...view,
    setTab: (tab: string | null) =>
      setSearch(searchOf({ tab: tab === 'tiktok' ? 'tiktok' : 'instagram', page: 1 })),
    setPage: (page: number) => setSearch(searchOf({ ...view, page })),
  }
}
