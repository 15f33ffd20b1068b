import { idParameter, parseId, withParameters } from '@/util/urlParams'
export const TABS = ['overview', 'instagram', 'tiktok'] as const

type Tab = (typeof TABS)[number]

/** The open group and its tab. */
type View = { group: number | undefined; tab: Tab }

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseView(search: URLSearchParams): View {
  return {
    group: parseId(search.get('group')),
    tab: TABS.find((tab) => tab === search.get('tab')) ?? 'overview',
  }
}

/** URL of a view, without its defaults. */
export function searchOf({ group, tab }: View): URLSearchParams {
  return withParameters(new URLSearchParams(), {
    group: idParameter(group),
    tab: group === undefined || tab === 'overview' ? '' : tab,
  })
}
