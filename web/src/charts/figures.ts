import type { Schema } from '@/api/types'
import type { Measured } from './buckets'
import { gainedIn } from './days'
import type { Figure } from './HistoryFigures'
import type { MetricOption } from './metric'
import { periodOf } from './period'
import { formatLongTime } from './point'

/** Figure of an account's metric over days; `requested` is the number of days requested, or undefined for all. */
export function figureOfDays(
  { value: metric, label }: MetricOption,
  days: Schema<'TrendDay'>[],
  requested: number | undefined,
): Figure {
  return {
    label,
    now: days.at(-1)?.[metric] ?? 0,
    gained: gainedIn(days, metric),
    period: periodOf(days, requested),
  }
}

/** Figure of an item's metric over all measurements; undefined without any. */
export function figureOfPoints({ label }: MetricOption, points: Measured[]): Figure | undefined {
  const known = points.flatMap(({ observed_at, value }) => (value === null ? [] : [{ observed_at, value }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return undefined
  const day = first.observed_at.slice(0, 'YYYY-MM-DD'.length)
  return { label, now: last.value, gained: last.value - first.value, period: `since ${formatLongTime(day)}` }
}
