import { beginOf, pageParameter, parseDay, withParameters } from '@/shared/address/parameters'
import { parsePage } from '@/shared/lib/pagination'

/** What runs can be narrowed to. Empty is no filter. */
export const FILTERS = {
  platform: ['instagram', 'tiktok'],
  status: ['queued', 'running', 'completed'],
  trigger: ['schedule', 'request', 'retry'],
  /** Only those in which something failed. */
  failed: ['true'],
} as const

type Filter = keyof typeof FILTERS
type Choice<Name extends Filter> = (typeof FILTERS)[Name][number] | ''

/** Which runs are on screen, and which of them is open. Days on which they were opened are like `2026-11-21`; empty is no filter. */
export type RunsView = {
  page: number
  platform: Choice<'platform'>
  status: Choice<'status'>
  trigger: Choice<'trigger'>
  failed: Choice<'failed'>
  from: string
  to: string
  run: string | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The view that an address names; what it does not name properly is the default. */
export function parseRunsView(search: URLSearchParams): RunsView {
  const run = search.get('run') ?? ''
  return {
    page: parsePage(search.get('page')),
    platform: choice(search, 'platform'),
    status: choice(search, 'status'),
    trigger: choice(search, 'trigger'),
    failed: choice(search, 'failed'),
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
    run: UUID.test(run) ? run : undefined,
  }
}

/** Puts a view into the parameters of an address, without what is the default; others stay. */
export function withRunsView(search: URLSearchParams, view: RunsView): URLSearchParams {
  const { page, run, ...filters } = view
  return withParameters(search, {
    ...filters,
    run: run ?? '',
    page: pageParameter(page),
  })
}

/** What the server is asked for. */
export function runsQuery({ page, platform, status, trigger, failed, from, to }: RunsView, perPage: number) {
  return {
    page,
    per_page: perPage,
    ...(platform && { platform }),
    ...(status && { status }),
    ...(trigger && { trigger }),
    ...(failed && { failed: true }),
    ...(from && { from: beginOf(from) }),
    // The last day counts whole.
    ...(to && { to: beginOf(to, 1) }),
  }
}

export function isNarrowed({ platform, status, trigger, failed, from, to }: RunsView): boolean {
  return [platform, status, trigger, failed, from, to].some((chosen) => chosen !== '')
}

function choice<Name extends Filter>(search: URLSearchParams, name: Name): Choice<Name> {
  const text = search.get(name)
  const known: readonly string[] = FILTERS[name]
  return text !== null && known.includes(text) ? (text as Choice<Name>) : ''
}
