import { NO_FILTERS, tableSearch, type TableView } from '@/table/tableView'
import { DEFAULT_PLATFORM, isPlatform, type Platform } from '@/util/platform'

/** Parses the tab from the URL; the default platform if it is missing or invalid. */
export function parseTab(tab: string | null): Platform {
  return isPlatform(tab) ? tab : DEFAULT_PLATFORM
}

/**
 * Returns the URL of a tab's first page. Search, dates, minimum views and gained views are kept when switching tabs; the account and the type are not, as
 * they belong to one platform.
 */
export function tabSearch(tab: Platform, { q, from, to, views, gained }: TableView): URLSearchParams {
  const search = tableSearch({ ...NO_FILTERS, q, from, to, views, gained, sort: undefined, page: 1 })
  if (tab === DEFAULT_PLATFORM) return search
  return new URLSearchParams([['tab', tab], ...search])
}
