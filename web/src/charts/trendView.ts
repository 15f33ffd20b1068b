import { isCountMetric, type CountMetric } from '@/util/metrics'
import { withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'

/** Value at the end of each step, or the gain of each step. */
export type Show = 'total' | 'gained'

/** View of a trend; without `days`, all of it. */
export type TrendView = { metric: CountMetric; show: Show; days: 7 | 30 | 90 | undefined }

export const USUAL_VIEW: TrendView = { metric: 'views', show: 'total', days: 30 }

const ALL = 'all'
const RANGES = [7, 30, 90] as const

/** Range options, with their values in the URL. */
export const RANGE_OPTIONS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: ALL, label: 'All' },
] as const

/** Converts a range to an option. */
export function rangeValue(days: TrendView['days']): (typeof RANGE_OPTIONS)[number]['value'] {
  return days === undefined ? ALL : `${days}`
}

export function rangeQuery(days: TrendView['days']): { days?: 7 | 30 | 90 } {
  return days === undefined ? {} : { days }
}

/** Parses an option; invalid ones yield the default range. */
export function parseRange(text: string | null): TrendView['days'] {
  if (text === ALL) return undefined
  return RANGES.find((days) => String(days) === text) ?? USUAL_VIEW.days
}

/** Parses the view from the URL; missing or invalid values are replaced by defaults. `usual` is the default for `show`. */
export function parseTrendView(search: URLSearchParams, usual: Show): TrendView {
  const metric = search.get('metric')
  const show = search.get('show')
  return {
    metric: isCountMetric(metric) ? metric : USUAL_VIEW.metric,
    show: show === 'total' || show === 'gained' ? show : usual,
    days: parseRange(search.get('days')),
  }
}

/** Returns the view as URL parameters; defaults are empty. */
export function trendParameters({ metric, show, days }: TrendView, usual: Show): Record<string, string> {
  return {
    metric: metric === USUAL_VIEW.metric ? '' : metric,
    show: show === usual ? '' : show,
    days: days === USUAL_VIEW.days ? '' : rangeValue(days),
  }
}

/** Keeps the view of a trend in the URL; changes add no browser history entries. */
export function useTrendView(usual: Show) {
  const { search, change } = useUrlParams()
  return {
    view: parseTrendView(search, usual),
    show: (next: Partial<TrendView>) =>
      change(
        (now) => withParameters(now, trendParameters({ ...parseTrendView(now, usual), ...next }, usual)),
        { replace: true },
      ),
  }
}
