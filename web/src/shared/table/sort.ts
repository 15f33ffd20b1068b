import { withParameters } from '@/shared/address/parameters'

/** An order that a reader chose; without one the server's own order holds. */
export type Sort = { by: string; order: 'asc' | 'desc' }

/** What a click on a column's title asks for: the largest first, then the smallest, then the usual order again. */
export function nextSort(current: Sort | undefined, by: string): Sort | undefined {
  if (current?.by !== by) return { by, order: 'desc' }
  return current.order === 'desc' ? { by, order: 'asc' } : undefined
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
