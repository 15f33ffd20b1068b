import type { Sort } from '@/shared/table/sort'

/** The orders of an account's items that the server knows, as the columns name them. */
export const SORTS = ['date', 'views', 'likes', 'comments', 'shares', 'cpm', 'engagement'] as const

type SortQuery = { sort?: (typeof SORTS)[number]; order?: Sort['order'] }

/** The order for the server; nothing for its own. */
export function sortQuery(sort: Sort | undefined): SortQuery {
  const by = SORTS.find((known) => known === sort?.by)
  return sort && by ? { sort: by, order: sort.order } : {}
}
