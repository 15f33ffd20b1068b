import { parseId } from '@/shared/lib/ids'

/** What of the Admin Dashboard is on screen: which side of it, for which client group (all, when there is none). */
export type View = { tab: 'overview' | 'audit'; group: number | undefined }

/** The view that an address names; what it does not name properly is the default. */
export function parseView(search: URLSearchParams): View {
  return {
    tab: search.get('tab') === 'audit' ? 'audit' : 'overview',
    group: parseId(search.get('group')),
  }
}

/** The query string of a view, without what is the default. */
export function searchOf({ tab, group }: View): string {
  const search = new URLSearchParams()
  if (tab !== 'overview') search.set('tab', tab)
  if (group !== undefined) search.set('group', String(group))
  return search.toString()
}
