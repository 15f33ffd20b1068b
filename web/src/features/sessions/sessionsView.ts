import { pageParameter, withParameters } from '@/shared/address/parameters'
import { parsePage } from '@/shared/lib/pagination'

/** The sides of the screen: the values, how each fares, and what their requests leave through. */
type SessionsTab = (typeof TABS)[number]

const TABS = ['list', 'pool', 'proxies'] as const

/** What of the sessions is on screen; a page is one of the chosen side. */
type SessionsView = { tab: SessionsTab; page: number }

/** The view that an address names; what it does not name properly is the default. */
export function parseSessionsView(search: URLSearchParams): SessionsView {
  return { tab: parseTab(search.get('tab')), page: parsePage(search.get('page')) }
}

export function parseTab(text: string | null): SessionsTab {
  return TABS.find((tab) => tab === text) ?? 'list'
}

/** The address of one side of the screen, from its first page. */
export function tabSearch(tab: SessionsTab): URLSearchParams {
  return withParameters(new URLSearchParams(), { tab: tab === 'list' ? '' : tab })
}

/** The address with another page of the same side. */
export function withPage(search: URLSearchParams, page: number): URLSearchParams {
  return withParameters(search, { page: pageParameter(page) })
}
