import { isCountMetric, type CountMetric } from '@/util/metrics/metrics'
import { withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/** Value at the end of each step, or the gain of each step. */
export type Show = 'total' | 'gained'

/** The period of the page, or the whole history. */
type Range = 'period' | 'all'

export type TrendView = { metric: CountMetric; show: Show; range: Range }

export const USUAL_VIEW: TrendView = { metric: 'views', show: 'total', range: 'period' }

export const RANGE_OPTIONS = [
  { value: 'period', label: 'Period' },
  { value: 'all', label: 'All time' },
] as const

/** Numbers of days up to today that the API returns. */
export const REQUESTS = [7, 30, 90] as const

/** Number of days up to today that a request asks for; undefined for all. */
export type Requested = (typeof REQUESTS)[number] | undefined

/** Returns the query parameters of a request for these days. */
export const daysQuery = (days: Requested) => (days === undefined ? {} : { days })

/** Parses the view from the URL; missing or invalid values are replaced by defaults. `usual` is the default for `show`. */
export function parseTrendView(search: URLSearchParams, usual: Show): TrendView {
  const metric = search.get('metric')
  const show = search.get('show')
  return {
    metric: isCountMetric(metric) ? metric : USUAL_VIEW.metric,
    show: show === 'total' || show === 'gained' ? show : usual,
    range: search.get('days') === 'all' ? 'all' : USUAL_VIEW.range,
  }
}

/** Returns the view as URL parameters; defaults are empty. */
export function trendParameters({ metric, show, range }: TrendView, usual: Show): Record<string, string> {
  return {
    metric: metric === USUAL_VIEW.metric ? '' : metric,
    show: show === usual ? '' : show,
    days: range === USUAL_VIEW.range ? '' : range,
  }
}

/**
 * Returns the URL with these options changed. What is shown stays as it is in the URL: two charts of a page may have different
 * defaults.
 */
export function withTrend(search: URLSearchParams, next: Partial<TrendView>, usual: Show): URLSearchParams {
  const all = trendParameters({ ...parseTrendView(search, usual), ...next }, usual)
  const kept = next.show === undefined ? { show: search.get('show') ?? '' } : {}
  return withParameters(search, { ...all, ...kept })
}

/** Keeps the view of a trend in the URL; changes add no browser history entries. */
export function useTrendView(usual: Show) {
  const { search, change } = useUrlParams()
  return {
    view: parseTrendView(search, usual),
    show: (next: Partial<TrendView>) => change((now) => withTrend(now, next, usual), { replace: true }),
  }
}
