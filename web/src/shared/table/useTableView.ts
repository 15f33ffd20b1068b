import { useSearchParams } from 'react-router'
import type { Sort } from './sort'
import { parseTableView, tableSearch, withoutFilters, type Filters, type TableView } from './tableView'

/**
 * The view of a table that is kept in the address, beside the parameters `kept` that belong to the rest of the screen.
 * Another order or filter begins at the first page; what is typed does not fill the browser's history.
 */
export function useTableView(sorts: readonly string[], kept: readonly string[] = []) {
  const [search, setSearch] = useSearchParams()
  const view = parseTableView(search, sorts)
  const show = (next: TableView, replace = false) => {
    const address = new URLSearchParams()
    for (const name of kept) {
      const value = search.get(name)
      if (value !== null) address.set(name, value)
    }
    for (const [name, value] of tableSearch(next)) address.set(name, value)
    setSearch(address, { replace, preventScrollReset: true })
  }
  return {
    view,
    setPage: (page: number, replace = false) => show({ ...view, page }, replace),
    setSort: (sort: Sort | undefined) => show({ ...view, sort, page: 1 }),
    setFilters: (filters: Partial<Filters>) => show({ ...view, ...filters, page: 1 }, true),
    clearFilters: () => show(withoutFilters(view)),
  }
}
