import { parsePage } from '@/shared/lib/pagination'

/** Which entries of the audit log are on screen. Days like `2026-11-21`; empty is no filter. */
export type AuditView = { page: number; action: string; user: string; from: string; to: string }

const FILTERS = ['action', 'user', 'from', 'to'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The view that an address names; what it does not name properly is the default. */
export function parseAuditView(search: URLSearchParams): AuditView {
  const day = (name: string) => {
    const text = search.get(name) ?? ''
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
  }
  return {
    page: parsePage(search.get('page')),
    action: search.get('action') ?? '',
    user: search.get('user') ?? '',
    from: day('from'),
    to: day('to'),
  }
}

/** Puts a view into the parameters of an address, without what is the default; others stay. */
export function withAuditView(search: URLSearchParams, view: AuditView): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of [...FILTERS, 'page']) next.delete(name)
  for (const name of FILTERS) if (view[name] !== '') next.set(name, view[name])
  if (view.page > 1) next.set('page', String(view.page))
  return next
}

/** When a day begins in the reader's zone, some days later. */
export function beginOf(day: string, later = 0): string {
  const begin = new Date(`${day}T00:00`)
  begin.setDate(begin.getDate() + later)
  return begin.toISOString()
}
