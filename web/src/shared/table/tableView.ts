import { pageParameter, parseDay, withParameters } from '@/shared/address/parameters'
import { parsePage } from '@/shared/lib/pagination'
import { parseSort, withSort, type Sort } from './sort'

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
  return {
    page: parsePage(search.get('page')),
    sort: parseSort(search, sorts),
    q: search.get('q') ?? '',
    account: search.get('account') ?? '',
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
  }
}

/** Puts a view into the parameters of an address, without what is the default; others stay. */
export function withTableView(search: URLSearchParams, view: TableView): URLSearchParams {
  const { page, sort, ...filters } = view
  return withParameters(withSort(search, sort), { ...filters, page: pageParameter(page) })
}

/** The view as an address of its own. */
export function tableSearch(view: TableView): URLSearchParams {
  return withTableView(new URLSearchParams(), view)
}

/** Whether anything is left out of the table. */
export function isFiltered(view: Filters): boolean {
  return FILTERS.some((name) => view[name] !== '')
}

export function withoutFilters(view: TableView): TableView {
  return { ...view, ...NO_FILTERS, page: 1 }
}
