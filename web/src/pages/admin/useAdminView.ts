import { idParameter, withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'
import { parseTab, parseView, searchOf } from './view'

/** Tab and client group of the Admin Dashboard, stored in the URL. */
export function useAdminView() {
  const { search, change } = useUrlParams()
  return {
    ...parseView(search),
    setTab: (tab: string | null) => change((now) => searchOf({ ...parseView(now), tab: parseTab(tab) })),
    /** Other audit filters are kept; the page is reset. */
    setGroup: (group: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(group), page: '' })),
  }
}
