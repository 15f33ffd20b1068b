import { withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/** Sort order that the user chose; without one, the server's default applies. */
export type Sort = { by: string; order: 'asc' | 'desc' }

/** The server's default order of content. */
export const NEWEST_FIRST: Sort = { by: 'date', order: 'desc' }

/**
 * Returns the next sort order after a click on a column header: descending, then ascending, then the default. `usual` is the
 * default order; it is never returned, since it needs no choice.
 */
export function nextSort(current: Sort | undefined, by: string, usual?: Sort): Sort | undefined {
  const now = current ?? usual
  if (now?.by !== by) return unlessUsual({ by, order: 'desc' }, usual)
  return now.order === 'desc' ? unlessUsual({ by, order: 'asc' }, usual) : undefined
}

function unlessUsual(sort: Sort, usual: Sort | undefined): Sort | undefined {
  return sort.by === usual?.by && sort.order === usual.order ? undefined : sort
}

export function ariaSort(current: Sort | undefined, by: string): 'ascending' | 'descending' | 'none' {
  if (current?.by !== by) return 'none'
  return current.order === 'asc' ? 'ascending' : 'descending'
}

/** Parses the sort order in the URL, if it is one of `sorts`. */
export function parseSort(search: URLSearchParams, sorts: readonly string[]): Sort | undefined {
  const by = search.get('sort')
  if (by === null || !sorts.includes(by)) return undefined
  return { by, order: search.get('order') === 'asc' ? 'asc' : 'desc' }
}

/** Returns the same URL with another sort order; the default is omitted. */
export function withSort(search: URLSearchParams, sort: Sort | undefined): URLSearchParams {
  return withParameters(search, { sort: sort?.by ?? '', order: sort?.order === 'asc' ? 'asc' : '' })
}

/** Keeps the sort order of a table in the URL, beside other parameters. `sorts` are the valid sort keys. */
export function useSort(sorts: readonly string[]) {
  const { search, change } = useUrlParams()
  return {
    sort: parseSort(search, sorts),
    setSort: (sort: Sort | undefined) => change((now) => withSort(now, sort)),
  }
}
