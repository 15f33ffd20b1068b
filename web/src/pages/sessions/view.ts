import { parsePage } from '@/util/pagination'
import { pageParameter, parseId, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/** Tabs of the screen. */
type SessionsTab = (typeof TABS)[number]

const TABS = ['list', 'proxies', 'pools'] as const

/** The open tab and its page. `values` is the page of values beside sessions that are filtered by their state. */
type SessionsView = { tab: SessionsTab; page: number; values: number | undefined }

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseSessionsView(search: URLSearchParams): SessionsView {
  return {
    tab: parseTab(search.get('tab')),
    page: parsePage(search.get('page')),
    values: parseId(search.get('values')),
  }
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
  return withParameters(search, { page: pageParameter(page), values: '' })
}

/** Returns the URL of the same page with another page of values. */
export function withValues(search: URLSearchParams, values: number): URLSearchParams {
  return withParameters(search, { values: String(values) })
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
