import { pageParameter, parseDay, withParameters } from '@/shared/address/parameters'
import { parsePage } from '@/shared/lib/pagination'

/** Which entries of the audit log are on screen. Days like `2026-11-21`; empty is no filter. */
export type AuditView = { page: number; action: string; user: string; from: string; to: string }

/** The view that an address names; what it does not name properly is the default. */
export function parseAuditView(search: URLSearchParams): AuditView {
  return {
    page: parsePage(search.get('page')),
    action: search.get('action') ?? '',
    user: search.get('user') ?? '',
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
  }
}

/** Puts a view into the parameters of an address, without what is the default; others stay. */
export function withAuditView(search: URLSearchParams, { page, ...filters }: AuditView): URLSearchParams {
  const { action, user, from, to } = filters
  return withParameters(search, { action, user, from, to, page: pageParameter(page) })
}
