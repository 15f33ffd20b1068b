import { tableSearch, type TableView } from '@/table/tableView'
import { DEFAULT_PLATFORM, isPlatform, type Platform } from '@/util/platform'

/** Parses the tab from the URL; the default platform if it is missing or invalid. */
export function parseTab(tab: string | null): Platform {
  return isPlatform(tab) ? tab : DEFAULT_PLATFORM
}

/**
 * Returns the URL of a tab's first page. Search and dates are kept when switching tabs; the account filter is not, as it belongs
 * to one platform.
 */
export function tabSearch(tab: Platform, { q, from, to }: TableView): URLSearchParams {
  const search = tableSearch({ q, from, to, account: '', sort: undefined, page: 1 })
  if (tab === DEFAULT_PLATFORM) return search
  return new URLSearchParams([['tab', tab], ...search])
}
