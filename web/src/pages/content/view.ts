import { NO_FILTERS, tableSearch, type TableView } from '@/table/tableView'
import { DEFAULT_PLATFORM } from '@/util/platform'
import type { TableCode } from './tables'

/**
 * Returns the URL of a tab's first page. Search, dates, minimum views and gained views are kept when switching tabs; the account and the
 * type are not, because another platform may have neither.
 */
export function tabSearch(tab: TableCode, { q, from, to, views, gained }: TableView): URLSearchParams {
  const search = tableSearch({ ...NO_FILTERS, q, from, to, views, gained, sort: undefined, page: 1 })
  if (tab === DEFAULT_PLATFORM) return search
  return new URLSearchParams([['tab', tab], ...search])
}
