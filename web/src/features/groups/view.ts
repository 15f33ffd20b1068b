import { parseId } from '@/shared/lib/ids'

export const TABS = ['overview', 'instagram', 'tiktok'] as const

export type Tab = (typeof TABS)[number]

/** Which group is open, and which side of it. */
export type View = { group: number | undefined; tab: Tab }

/** The view that an address names; what it does not name properly is the default. */
export function parseView(search: URLSearchParams): View {
  return {
    group: parseId(search.get('group')),
    tab: TABS.find((tab) => tab === search.get('tab')) ?? 'overview',
  }
}

/** The query string of a view, without what is the default. */
export function searchOf({ group, tab }: View): string {
  const search = new URLSearchParams()
  if (group !== undefined) search.set('group', String(group))
  if (group !== undefined && tab !== 'overview') search.set('tab', tab)
  return search.toString()
}
