import { pageParameter, withParameters } from '@/shared/address/parameters'
import { useAddress } from '@/shared/address/useAddress'
import { parsePage } from '@/shared/lib/pagination'

/** The page of the list, kept in the address. */
export function useSessionsPage() {
  const { search, change } = useAddress()
  return {
    page: parsePage(search.get('page')),
    setPage: (page: number) =>
      change((now) => withParameters(now, { page: pageParameter(page) }), { toTop: true }),
  }
}
