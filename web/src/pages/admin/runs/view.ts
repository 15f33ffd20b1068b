import { parsePage } from '@/util/pagination'
import { PLATFORM_CODES } from '@/util/platform'
import { startOfDay } from '@/util/time/timeZone'
import { inOrder, pageParameter, parseDay, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/** Filters of the list of runs. An empty value is no filter. */
export const FILTERS = {
  platform: PLATFORM_CODES,
  status: ['queued', 'running', 'completed'],
  trigger: ['schedule', 'request', 'retry'],
  /** Only runs with failures. */
  failed: ['true'],
} as const

type Filter = keyof typeof FILTERS
type Choice<Name extends Filter> = (typeof FILTERS)[Name][number] | ''

/**
 * Filters, page and open run. Days refer to the start of a run, like `2026-11-21`; an empty value is no filter. In the URL, they are
 * `since` and `until`: `from` and `to` are the period, which all tabs share.
 */
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

/** Parses the view from the URL; missing or invalid values are replaced by defaults. */
export function parseRunsView(search: URLSearchParams): RunsView {
  const run = search.get('run') ?? ''
  return {
    page: parsePage(search.get('page')),
    platform: choice(search, 'platform'),
    status: choice(search, 'status'),
    trigger: choice(search, 'trigger'),
    failed: choice(search, 'failed'),
    from: parseDay(search.get('since')),
    to: parseDay(search.get('until')),
    run: UUID.test(run) ? run : undefined,
  }
}

/** Writes a view to the URL parameters without its defaults; other parameters are kept. */
export function withRunsView(search: URLSearchParams, view: RunsView): URLSearchParams {
  const { page, run, from, to, ...filters } = view
  return withParameters(search, {
    ...filters,
    since: from,
    until: to,
    run: run ?? '',
    page: pageParameter(page),
  })
}

export function runsQuery({ page, platform, status, trigger, failed, ...days }: RunsView, perPage: number) {
  const { from, to } = inOrder(days)
  return {
    page,
    per_page: perPage,
    ...(platform && { platform }),
    ...(status && { status }),
    ...(trigger && { trigger }),
    ...(failed && { failed: true }),
    ...(from && { from: startOfDay(from) }),
    // The last day is included.
    ...(to && { to: startOfDay(to, 1) }),
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

type Filters = Omit<RunsView, 'page' | 'run'>

/** Keeps filters, page and open run in the URL. */
export function useRunsView() {
  const { search, change } = useUrlParams()
  const show = (part: Partial<RunsView>, replace = false) =>
    change((now) => withRunsView(now, { ...parseRunsView(now), ...part }), { replace })
  return {
    view: parseRunsView(search),
    setFilters: (filters: Partial<Filters>) => show({ ...filters, page: 1 }, true),
    setPage: (page: number) => show({ page }),
    openRun: (run: string) => show({ run }),
    closeRun: () => show({ run: undefined }),
  }
}
