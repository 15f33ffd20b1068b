import { useSearchParams } from 'react-router'
import { parsePage } from '@/shared/lib/pagination'

/** The page of the list, kept in the address. */
export function useSessionsPage() {
  const [search, setSearch] = useSearchParams()
  return {
    page: parsePage(search.get('page')),
    setPage: (page: number) => setSearch(page > 1 ? { page: String(page) } : {}),
  }
}
