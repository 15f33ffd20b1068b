import type { Platform } from '@/shared/lib/platform'
import { tableSearch, type TableView } from '@/shared/table/tableView'

/** The tab that an address names; Instagram when it names none. */
export function parseTab(search: URLSearchParams): Platform {
  return search.get('tab') === 'tiktok' ? 'tiktok' : 'instagram'
}

/** The address of a tab from its first page on. Search and dates hold for both; an account is on one platform only. */
export function tabSearch(tab: Platform, { q, from, to }: TableView): URLSearchParams {
  const search = tableSearch({ q, from, to, account: '', sort: undefined, page: 1 })
  if (tab === 'instagram') return search
  return new URLSearchParams([['tab', tab], ...search])
}
