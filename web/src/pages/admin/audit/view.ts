import { parsePage } from '@/util/pagination'
import { pageParameter, parseDay, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/**
 * Filters of the audit log. Days are `2026-11-21`; an empty value is no filter. In the URL, they are `since` and `until`: `from` and
 * `to` are the period, which all tabs share.
 */
export type AuditView = { page: number; action: string; user: string; from: string; to: string }

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseAuditView(search: URLSearchParams): AuditView {
  return {
    page: parsePage(search.get('page')),
    action: search.get('action') ?? '',
    user: search.get('user') ?? '',
    from: parseDay(search.get('since')),
    to: parseDay(search.get('until')),
  }
}

/** Writes a view to the URL parameters without its defaults; other parameters are kept. */
export function withAuditView(search: URLSearchParams, { page, ...filters }: AuditView): URLSearchParams {
  const { action, user, from, to } = filters
  return withParameters(search, { action, user, since: from, until: to, page: pageParameter(page) })
}

type Filters = Omit<AuditView, 'page'>

/** Keeps page and filters of the audit log in the URL. Typing adds no browser history entries. */
export function useAuditView() {
  const { search, change } = useUrlParams()
  const show = (part: Partial<AuditView>, replace = false) =>
    change((now) => withAuditView(now, { ...parseAuditView(now), ...part }), { replace })
  return {
    view: parseAuditView(search),
    setFilters: (filters: Partial<Filters>) => show({ ...filters, page: 1 }, true),
    setPage: (page: number) => show({ page }),
  }
}
