import { parsePage } from '@/util/pagination'
import { isPeriodName, type PeriodName } from '@/util/time/period'
import { pageParameter, parseDay, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'
import { parseSort, withSort, type Sort } from './sort'

/** What items consist of. */
export const KINDS = ['video', 'image', 'carousel'] as const

/** A period without days of its own. */
export type NamedPeriod = Exclude<PeriodName, 'custom'>

/** View of a table that the server sorts, filters and paginates. Dates are days, `2026-11-21`; an empty value is no filter. */
export type TableView = {
  page: number
  sort: Sort | undefined
  /** The period of which gained views are shown. */
  gained: NamedPeriod | ''
  q: string
  account: string
  from: string
  to: string
  /** The name by which the days were chosen. They may have another one too, or no longer have this one. */
  posted: NamedPeriod | ''
  kind: (typeof KINDS)[number] | ''
  /** Minimum of the views, in digits. */
  views: string
}

/** The sort key of gained views. */
export const GAINED_SORT = 'gained'

const FILTERS = ['q', 'account', 'from', 'to', 'posted', 'kind', 'views'] as const
export type Filters = Pick<TableView, (typeof FILTERS)[number]>

export const NO_FILTERS: Filters = { q: '', account: '', from: '', to: '', posted: '', kind: '', views: '' }

/** Parses the view from the URL; missing or invalid values are replaced by defaults. `sorts` are the valid sort keys. */
export function parseTableView(search: URLSearchParams, sorts: readonly string[]): TableView {
  const [from, to] = [parseDay(search.get('from')), parseDay(search.get('to'))]
  return {
    page: parsePage(search.get('page')),
    sort: parseSort(search, sorts),
    gained: parsePeriod(search.get('gained')),
    q: search.get('q') ?? '',
    account: search.get('account') ?? '',
    from,
    to,
    posted: from || to ? parsePeriod(search.get('posted')) : '',
    kind: KINDS.find((kind) => kind === search.get('kind')) ?? '',
    views: /^[1-9]\d{0,11}$/.exec(search.get('views') ?? '')?.[0] ?? '',
  }
}

function parsePeriod(name: string | null): NamedPeriod | '' {
  return isPeriodName(name) && name !== 'custom' ? name : ''
}

/** Writes a view to the URL parameters without its defaults; other parameters are kept. */
function withTableView(search: URLSearchParams, view: TableView): URLSearchParams {
  const { page, sort, ...filters } = view
  return withParameters(withSort(search, sort), { ...filters, page: pageParameter(page) })
}

/** Returns the view's URL parameters alone. */
export function tableSearch(view: TableView): URLSearchParams {
  return withTableView(new URLSearchParams(), view)
}

/** Whether a filter is set. */
export function isFiltered(view: Filters): boolean {
  return FILTERS.some((name) => view[name] !== '')
}

export function withoutFilters(view: TableView): TableView {
  return { ...view, ...NO_FILTERS, page: 1 }
}

/**
 * Keeps the view of a table in the URL, beside the screen's other parameters. Changing the sort order or a filter returns to the
 * first page; typing adds no browser history entries.
 */
export function useTableView(sorts: readonly string[]) {
  const { search, change } = useUrlParams()
  const show = (next: (view: TableView) => TableView, replace = false) =>
    change((now) => withTableView(now, next(parseTableView(now, sorts))), { replace })
  return {
    view: parseTableView(search, sorts),
    setPage: (page: number, replace = false) => show((view) => ({ ...view, page }), replace),
    setSort: (sort: Sort | undefined) => show((view) => ({ ...view, sort, page: 1 })),
    /** Without a period, there are no gained views to sort by. */
    setGained: (gained: NamedPeriod | '') =>
      show((view) => ({
        ...view,
        gained,
        sort: gained === '' && view.sort?.by === GAINED_SORT ? undefined : view.sort,
        page: 1,
      })),
    setFilters: (filters: Partial<Filters>) => show((view) => ({ ...view, ...filters, page: 1 }), true),
    /** Changes the filter by account as it is now: an account can be added before the last one is shown. */
    editAccount: (edit: (account: string) => string) =>
      show((view) => ({ ...view, account: edit(view.account), page: 1 }), true),
    clearFilters: () => show(withoutFilters),
  }
}
