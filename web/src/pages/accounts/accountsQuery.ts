import type { paths } from '@/api/schema'
import type { Sort } from '@/table/sort'
import type { Days } from '@/util/time/period'

/** Which accounts the server lists, and in which order. */
export type AccountsQuery = NonNullable<paths['/api/tiktok/accounts']['get']['parameters']['query']>

/** Sort keys that the server accepts. Without one, failing accounts come first. */
export const ACCOUNT_SORTS = ['name', 'followers', 'items', 'views', 'gained', 'cost', 'updated'] as const

/** Filters and order that the user chose; an empty text is no filter. */
type Chosen = { status: string; name: string; sort: Sort | undefined }

/** Whether the order depends on the period. */
export const sortsByPeriod = (sort: Sort | undefined): boolean => sort?.by === 'gained' || sort?.by === 'cost'

/** Returns the parameters of all pages. The days are omitted if the order does not depend on them: all periods then share a response. */
export function accountsQuery({ status, name, sort }: Chosen, days: Days): AccountsQuery {
  const by = ACCOUNT_SORTS.find((known) => known === sort?.by)
  return {
    ...(name && { search: name }),
    ...(status && { status }),
    ...(sort && by && { sort: by, order: sort.order }),
    ...(sortsByPeriod(sort) && { from: days.from, to: days.to }),
  }
}
