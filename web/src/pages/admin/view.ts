import { idParameter, parseId, withParameters } from '@/util/urlParams'
/** State of the Admin Dashboard: the tab, and the client group (all, if absent). */
type View = { tab: AdminTab; group: number | undefined }

const TABS = ['overview', 'runs', 'platforms', 'audit'] as const
type AdminTab = (typeof TABS)[number]

export function parseTab(text: string | null): AdminTab {
  return TABS.find((tab) => tab === text) ?? 'overview'
}

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseView(search: URLSearchParams): View {
  return {
    tab: parseTab(search.get('tab')),
    group: parseId(search.get('group')),
  }
}

/** URL of a view, without its defaults. */
export function searchOf({ tab, group }: View): URLSearchParams {
  return withParameters(new URLSearchParams(), {
    tab: tab === 'overview' ? '' : tab,
    group: idParameter(group),
  })
}
