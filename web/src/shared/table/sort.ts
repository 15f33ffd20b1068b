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
