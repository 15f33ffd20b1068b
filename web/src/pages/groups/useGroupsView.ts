import { useUrlParams } from '@/util/useUrlParams'
import { parseView, searchOf, TABS } from './view'

/** The open group and its tab, stored in the URL. */
export function useGroupsView() {
  const { search, change } = useUrlParams()
  return {
    ...parseView(search),
    /** Keeps the tab when another group is opened. */
    openGroup: (group: number) => change((now) => searchOf({ ...parseView(now), group })),
    closeGroup: () => change(() => new URLSearchParams(), { toTop: true }),
    setTab: (value: string | null) => {
      const tab = TABS.find((known) => known === value) ?? 'overview'
      change((now) => searchOf({ ...parseView(now), tab }))
    },
  }
}
