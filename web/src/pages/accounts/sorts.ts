import type { Sort } from '@/table/sort'

/** Sort keys that the server accepts for an account's items, by column. */
export const SORTS = ['date', 'views', 'likes', 'comments', 'shares', 'cpm', 'engagement'] as const

type SortQuery = { sort?: (typeof SORTS)[number]; order?: Sort['order'] }

/** Sort parameter for the server; omitted for its default order. */
export function sortQuery(sort: Sort | undefined): SortQuery {
  const by = SORTS.find((known) => known === sort?.by)
  return sort && by ? { sort: by, order: sort.order } : {}
}
