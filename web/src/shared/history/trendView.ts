import { isMetric, type Metric } from './metric'

/** What a number was at the end of each step, or what each step added. */
export type Show = 'total' | 'gained'

/** What of a trend is on screen; without `days`, all of it. */
export type TrendView = { metric: Metric; show: Show; days: 7 | 30 | 90 | undefined }

export const USUAL_VIEW: TrendView = { metric: 'views', show: 'total', days: 30 }

const ALL = 'all'
const RANGES = [7, 30, 90] as const

/** The choices of a range, as they are written in the address. */
export const RANGE_OPTIONS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: ALL, label: 'All' },
] as const

/** A range as one of the options. */
export function rangeValue(days: TrendView['days']): (typeof RANGE_OPTIONS)[number]['value'] {
  return days === undefined ? ALL : `${days}`
}

/** A range for the server. */
export function rangeQuery(days: TrendView['days']): { days?: 7 | 30 | 90 } {
  return days === undefined ? {} : { days }
}

/** An option as a range; what is none is the usual one. */
export function parseRange(text: string | null): TrendView['days'] {
  if (text === ALL) return undefined
  return RANGES.find((days) => String(days) === text) ?? USUAL_VIEW.days
}

/** The view that an address names; what it does not name properly is the default. `usual` is what is shown first. */
export function parseTrendView(search: URLSearchParams, usual: Show): TrendView {
  const metric = search.get('metric')
  const show = search.get('show')
  return {
    metric: isMetric(metric) ? metric : USUAL_VIEW.metric,
    show: show === 'total' || show === 'gained' ? show : usual,
    days: parseRange(search.get('days')),
  }
}

/** The view as parameters of an address, those of what is the default empty. */
export function trendParameters({ metric, show, days }: TrendView, usual: Show): Record<string, string> {
  return {
    metric: metric === USUAL_VIEW.metric ? '' : metric,
    show: show === usual ? '' : show,
    days: days === USUAL_VIEW.days ? '' : rangeValue(days),
  }
}
