import { idParameter, withParameters } from '@/shared/address/parameters'
import { parseId } from '@/shared/lib/ids'

/** What of the Admin Dashboard is on screen: which side of it, for which client group (all, when there is none). */
type View = { tab: 'overview' | 'audit'; group: number | undefined }

/** The view that an address names; what it does not name properly is the default. */
export function parseView(search: URLSearchParams): View {
  return {
    tab: search.get('tab') === 'audit' ? 'audit' : 'overview',
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
