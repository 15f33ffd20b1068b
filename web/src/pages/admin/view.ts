import { withPeriod } from '@/util/time/period'
import { idParameter, parseId, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/** State of the Admin Dashboard: the tab, and the client group (all, if absent). */
type View = { tab: AdminTab; group: number | undefined }

/** In the order of the screen. */
export const ADMIN_TABS = [
  'overview',
  'users',
  'runs',
  'settings',
  'data-protection',
  'audit',
  'platforms',
] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

function parseTab(text: string | null): AdminTab {
  return ADMIN_TABS.find((tab) => tab === text) ?? 'overview'
}

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseView(search: URLSearchParams): View {
  return {
    tab: parseTab(search.get('tab')),
    group: parseId(search.get('group')),
  }
}

/** Returns the URL of a view, without its defaults. */
export function searchOf({ tab, group }: View): URLSearchParams {
  return withParameters(new URLSearchParams(), {
    tab: tab === 'overview' ? '' : tab,
    group: idParameter(group),
  })
}

/** Returns the URL of another tab, for the same group and period. The filters of a tab are dropped. */
export function tabSearch(tab: string | null, now: URLSearchParams): URLSearchParams {
  return withPeriod(searchOf({ ...parseView(now), tab: parseTab(tab) }), now)
}

/** Keeps tab and client group in the URL. */
export function useAdminView() {
  const { search, change } = useUrlParams()
  return {
    ...parseView(search),
    setTab: (tab: string | null) => change((now) => tabSearch(tab, now)),
    /** Other audit filters are kept; the page is reset. */
    setGroup: (group: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(group), page: '' })),
  }
}
