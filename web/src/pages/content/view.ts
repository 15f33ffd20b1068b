import { NO_FILTERS, tableSearch, type TableView } from '@/table/tableView'
import { DEFAULT_PLATFORM } from '@/util/platform'
import type { TableCode } from './tables'

/**
 * Returns the URL of a tab's first page. Search, accounts, dates, minimum views and gained views are kept when switching tabs; the type
 * is not, because another platform may not have it.
 */
export function tabSearch(
  tab: TableCode,
  { q, account, from, to, posted, views, gained }: TableView,
): URLSearchParams {
  const search = tableSearch({
    ...NO_FILTERS,
    q,
    account,
    from,
    to,
    posted,
    views,
    gained,
    sort: undefined,
    page: 1,
  })
  if (tab === DEFAULT_PLATFORM) return search
  return new URLSearchParams([['tab', tab], ...search])
}
