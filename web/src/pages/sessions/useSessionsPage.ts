import { useUrlParams } from '@/util/useUrlParams'
import { parseSessionsView, parseTab, tabSearch, withPage } from './sessionsView'

/** The tab and its page, stored in the URL. */
export function useSessionsPage() {
  const { search, change } = useUrlParams()
  return {
    ...parseSessionsView(search),
    setTab: (tab: string | null) => change(() => tabSearch(parseTab(tab))),
    setPage: (page: number) => change((now) => withPage(now, page), { toTop: true }),
  }
}
