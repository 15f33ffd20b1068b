import { PLATFORM_CODES, type Platform } from '@/util/platform'
import { idParameter, parseId, withParameters } from '@/util/url/urlParams'
import { withPeriod } from '@/util/time/period'
import { useUrlParams } from '@/util/url/useUrlParams'

type Tab = 'overview' | Platform

const TABS: readonly Tab[] = ['overview', ...PLATFORM_CODES]

/** The open group and its tab. */
type View = { group: number | undefined; tab: Tab }

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseView(search: URLSearchParams): View {
  return {
    group: parseId(search.get('group')),
    tab: TABS.find((tab) => tab === search.get('tab')) ?? 'overview',
  }
}

/** Returns the URL of a view, without its defaults. */
export function searchOf({ group, tab }: View): URLSearchParams {
  return withParameters(new URLSearchParams(), {
    group: idParameter(group),
    tab: group === undefined || tab === 'overview' ? '' : tab,
  })
}

/** Keeps the open group and its tab in the URL. */
export function useGroupsView() {
  const { search, change } = useUrlParams()
  return {
    ...parseView(search),
    /** Keeps the tab when another group is opened. */
    openGroup: (group: number) => change((now) => withPeriod(searchOf({ ...parseView(now), group }), now)),
    closeGroup: () => change(() => new URLSearchParams(), { toTop: true }),
    setTab: (value: string | null) => {
      const tab = TABS.find((known) => known === value) ?? 'overview'
      change((now) => withPeriod(searchOf({ ...parseView(now), tab }), now))
    },
  }
}
