import { idParameter, withParameters } from '@/util/parameters'
import { useAddress } from '@/util/useAddress'
import { parseTab, parseView, searchOf } from './view'

/** Tab and client group of the Admin Dashboard, stored in the URL. */
export function useAdminView() {
  const { search, change } = useAddress()
  return {
    ...parseView(search),
    setTab: (tab: string | null) => change((now) => searchOf({ ...parseView(now), tab: parseTab(tab) })),
    /** Other audit filters are kept; the page is reset. */
    setGroup: (group: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(group), page: '' })),
  }
}
