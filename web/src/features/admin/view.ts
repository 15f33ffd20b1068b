import { idParameter, withParameters } from '@/shared/address/parameters'
import { parseId } from '@/shared/lib/ids'

/** What of the Admin Dashboard is on screen: which side of it, for which client group (all, when there is none). */
type View = { tab: AdminTab; group: number | undefined }

const TABS = ['overview', 'runs', 'platforms', 'audit'] as const
type AdminTab = (typeof TABS)[number]

export function parseTab(text: string | null): AdminTab {
  return TABS.find((tab) => tab === text) ?? 'overview'
}

/** The view that an address names; what it does not name properly is the default. */
export function parseView(search: URLSearchParams): View {
  return {
    tab: parseTab(search.get('tab')),
    group: parseId(search.get('group')),
  }
}

/** The address of a view, without what is the default. */
export function searchOf({ tab, group }: View): URLSearchParams {
  return withParameters(new URLSearchParams(), {
    tab: tab === 'overview' ? '' : tab,
    group: idParameter(group),
  })
}
