import { parsePage } from '@/util/pagination'
import { pageParameter, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/** Tabs of the screen. */
type SessionsTab = (typeof TABS)[number]

const TABS = ['list', 'proxies'] as const

/** The open tab and its page. */
type SessionsView = { tab: SessionsTab; page: number }

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseSessionsView(search: URLSearchParams): SessionsView {
  return { tab: parseTab(search.get('tab')), page: parsePage(search.get('page')) }
}

function parseTab(text: string | null): SessionsTab {
  return TABS.find((tab) => tab === text) ?? 'list'
}

/** Returns the URL of a tab's first page. */
export function tabSearch(tab: SessionsTab): URLSearchParams {
  return withParameters(new URLSearchParams(), { tab: tab === 'list' ? '' : tab })
}

/** Returns the URL of another page of the same tab. */
export function withPage(search: URLSearchParams, page: number): URLSearchParams {
  return withParameters(search, { page: pageParameter(page) })
}

/** Keeps the tab and its page in the URL. */
export function useSessionsPage() {
  const { search, change } = useUrlParams()
  return {
    ...parseSessionsView(search),
    setTab: (tab: string | null) => change(() => tabSearch(parseTab(tab))),
    setPage: (page: number) => change((now) => withPage(now, page), { toTop: true }),
  }
}
