import { tableSearch, type TableView } from '@/table/tableView'
import type { Platform } from '@/util/platform'

/** Parses the tab from the URL; Instagram by default. */
export function parseTab(search: URLSearchParams): Platform {
  return search.get('tab') === 'tiktok' ? 'tiktok' : 'instagram'
}

/**
 * Returns the URL of a tab's first page. Search and dates are kept when switching tabs; the account filter is not, as it belongs
 * to one platform.
 */
export function tabSearch(tab: Platform, { q, from, to }: TableView): URLSearchParams {
  const search = tableSearch({ q, from, to, account: '', sort: undefined, page: 1 })
  if (tab === 'instagram') return search
  return new URLSearchParams([['tab', tab], ...search])
}
