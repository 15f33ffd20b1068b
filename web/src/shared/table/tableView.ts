import { parsePage } from '@/shared/lib/pagination'
import type { Sort } from './sort'

/** What of a table that the server sorts, filters and pages is on screen. Dates are days, `2026-11-21`; empty is no filter. */
export type TableView = {
  page: number
  sort: Sort | undefined
  q: string
  account: string
  from: string
  to: string
}

export type Filters = Pick<TableView, 'q' | 'account' | 'from' | 'to'>

const NO_FILTERS: Filters = { q: '', account: '', from: '', to: '' }
const FILTERS = ['q', 'account', 'from', 'to'] as const

/** The view that an address names; what it does not name properly is the default. `sorts` are the orders there are. */
export function parseTableView(search: URLSearchParams, sorts: readonly string[]): TableView {
  const by = search.get('sort')
  return {
    page: parsePage(search.get('page')),
    sort:
      by !== null && sorts.includes(by)
        ? { by, order: search.get('order') === 'asc' ? 'asc' : 'desc' }
        : undefined,
    q: search.get('q') ?? '',
    account: search.get('account') ?? '',
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
  }
}

/** The view as parameters of an address, without what is the default. */
export function tableSearch({ page, sort, ...filters }: TableView): URLSearchParams {
  const search = new URLSearchParams()
  if (sort) search.set('sort', sort.by)
  if (sort?.order === 'asc') search.set('order', 'asc')
  for (const name of FILTERS) if (filters[name] !== '') search.set(name, filters[name])
  if (page > 1) search.set('page', String(page))
  return search
}

/** Whether anything is left out of the table. */
export function isFiltered(view: Filters): boolean {
  return FILTERS.some((name) => view[name] !== '')
}

export function withoutFilters(view: TableView): TableView {
  return { ...view, ...NO_FILTERS, page: 1 }
}

function parseDay(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return ''
  return Number.isNaN(Date.parse(text)) ? '' : text
}
