import { parsePage } from '@/shared/lib/pagination'
import type { Platform } from '@/shared/lib/platform'

/** What of All Content Data is on screen. */
export type View = { tab: Platform; page: number }

/** The view that an address names; anything it does not name properly is the default. */
export function parseView(search: URLSearchParams): View {
  return { tab: search.get('tab') === 'tiktok' ? 'tiktok' : 'instagram', page: parsePage(search.get('page')) }
}

/** The query string of a view, without what is the default. */
export function searchOf({ tab, page }: View): string {
  const search = new URLSearchParams()
  if (tab === 'tiktok') search.set('tab', tab)
  if (page > 1) search.set('page', String(page))
  return search.toString()
}
