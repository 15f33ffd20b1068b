import { withParameters } from '@/shared/address/parameters'

/** An order that a reader chose; without one the server's own order holds. */
export type Sort = { by: string; order: 'asc' | 'desc' }

/** The server's own order of content. */
export const NEWEST_FIRST: Sort = { by: 'date', order: 'desc' }

/**
 * What a click on a column's title asks for: the largest first, then the smallest, then the usual order again. `usual` is
 * that order, where a column has it; nobody needs to choose it.
 */
export function nextSort(current: Sort | undefined, by: string, usual?: Sort): Sort | undefined {
  const now = current ?? usual
  if (now?.by !== by) return unlessUsual({ by, order: 'desc' }, usual)
  return now.order === 'desc' ? unlessUsual({ by, order: 'asc' }, usual) : undefined
}

function unlessUsual(sort: Sort, usual: Sort | undefined): Sort | undefined {
  return sort.by === usual?.by && sort.order === usual.order ? undefined : sort
}

/** A column's state as screen readers announce it. */
export function ariaSort(current: Sort | undefined, by: string): 'ascending' | 'descending' | 'none' {
  if (current?.by !== by) return 'none'
  return current.order === 'asc' ? 'ascending' : 'descending'
}

/** The order that an address names, if it is one of `sorts`. */
export function parseSort(search: URLSearchParams, sorts: readonly string[]): Sort | undefined {
  const by = search.get('sort')
  if (by === null || !sorts.includes(by)) return undefined
  return { by, order: search.get('order') === 'asc' ? 'asc' : 'desc' }
}

/** The same address with another order; what is usual is not written down. */
export function withSort(search: URLSearchParams, sort: Sort | undefined): URLSearchParams {
  return withParameters(search, { sort: sort?.by ?? '', order: sort?.order === 'asc' ? 'asc' : '' })
}
