import { useUrlParams } from '@/util/useUrlParams'
import type { Sort } from './sort'
import { parseTableView, withoutFilters, withTableView, type Filters, type TableView } from './tableView'

/**
 * View of a table, stored in the URL beside the screen's other parameters. Changing the sort order or a filter returns to the first
 * page; typing adds no browser history entries.
 */
export function useTableView(sorts: readonly string[]) {
  const { search, change } = useUrlParams()
  const show = (next: (view: TableView) => TableView, replace = false) =>
    change((now) => withTableView(now, next(parseTableView(now, sorts))), { replace })
  return {
    view: parseTableView(search, sorts),
    setPage: (page: number, replace = false) => show((view) => ({ ...view, page }), replace),
    setSort: (sort: Sort | undefined) => show((view) => ({ ...view, sort, page: 1 })),
    setFilters: (filters: Partial<Filters>) => show((view) => ({ ...view, ...filters, page: 1 }), true),
    clearFilters: () => show(withoutFilters),
  }
}
