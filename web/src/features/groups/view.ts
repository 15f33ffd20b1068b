import { idParameter, withParameters } from '@/shared/address/parameters'
import { parseId } from '@/shared/lib/ids'

export const TABS = ['overview', 'instagram', 'tiktok'] as const

type Tab = (typeof TABS)[number]

/** Which group is open, and which side of it. */
type View = { group: number | undefined; tab: Tab }

/** The view that an address names; what it does not name properly is the default. */
export function parseView(search: URLSearchParams): View {
  return {
    group: parseId(search.get('group')),
    tab: TABS.find((tab) => tab === search.get('tab')) ?? 'overview',
  }
}

/** The address of a view, without what is the default. */
export function searchOf({ group, tab }: View): URLSearchParams {
  return withParameters(new URLSearchParams(), {
    group: idParameter(group),
    tab: group === undefined || tab === 'overview' ? '' : tab,
  })
}
