import type { Schema } from '@/api/types'
import { relativeTime } from '@/util/format'
import type { CountMetric, CountOption } from '@/util/metrics/metrics'
import { dayAt } from '@/util/time/timeZone'
import type { Measured } from './buckets'
import type { Course, Figure } from './course'
import { formatLongTime } from '@/charts/plot/point'

type Day = Schema<'TrendDay'>

const DAY_MS = 24 * 60 * 60 * 1000

/** Maximum number of daily steps; with more, bars get too thin to distinguish, so weeks are shown. */
export const MAX_DAYS = { wide: 120, phone: 45 } as const

/**
 * Whether the first day is the one on which an account was first scraped: if all days or more days than exist were requested. The
 * values its items had by then are not a gain of that day, so the day is marked.
 */
export function includesFirstDay(days: Day[], requested: number | undefined): boolean {
  return requested === undefined || days.length < requested
}

/**
 * Follows a metric over consecutive days up to today, in weeks if there are more days than `most`. `begun` means that nothing was
 * known before the first day.
 */
export function dayCourse(days: Day[], metric: CountMetric, most: number, begun = false): Course {
  const weekly = days.length > most
  const steps = weekly ? weeks(days) : days.map((day) => [day])
  return {
    step: weekly ? 'week' : 'day',
    total: steps.map((step) => ({ at: endOf(step), value: step.at(-1)?.[metric] ?? null })),
    gained: steps.map((step) => ({ at: endOf(step), value: gainedIn(step, metric) })),
    partial: true,
    marks: begun ? [{ at: endOf(steps[0] ?? []), text: 'Tracking began' }] : [],
  }
}

/** Adds up the gains of a metric over days. */
export function gainedIn(days: readonly Day[], metric: CountMetric): number {
  return days.reduce((sum, day) => sum + day[`gained_${metric}`], 0)
}

/** Dates a step by its last day, whose total it has. */
function endOf(step: Day[]): string {
  return step.at(-1)?.day ?? ''
}

/** Groups days by calendar week, Monday to Sunday. */
export function weeks<One extends { day: string }>(days: readonly One[]): One[][] {
  return days.reduce<One[][]>((all, day) => {
    const monday = new Date(day.day).getUTCDay() === 1
    const current = all.at(-1)
    if (current === undefined || monday) all.push([day])
    else current.push(day)
    return all
  }, [])
}

/** Formats the period of all days: `since Nov 21, 2026`, or `today` if there is one day at most. */
function sinceFirst([first, second]: readonly { day: string }[]): string {
  return first === undefined || second === undefined ? 'today' : `since ${formatLongTime(first.day)}`
}

/** Sums up an account's metric over all its days. */
export function figureOfDays({ value: metric, label }: CountOption, days: readonly Day[]): Figure {
  return {
    label,
    now: days.at(-1)?.[metric] ?? 0,
    gained: gainedIn(days, metric),
    period: sinceFirst(days),
  }
}

/** Sums up an item's metric over all measurements; undefined without any. `now` is in milliseconds. */
export function figureOfPoints(
  { label }: CountOption,
  points: Measured[],
  now = Date.now(),
): Figure | undefined {
  const known = points.flatMap(({ observed_at, value }) => (value === null ? [] : [{ observed_at, value }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return undefined
  // Unchanged values are not stored again, so only a recent measurement is known to be the first reading.
  const at = Date.parse(first.observed_at)
  if (first === last && now - at < DAY_MS)
    return { label, now: last.value, gained: undefined, period: `First update ${relativeTime(at, now)}` }
  return {
    label,
    now: last.value,
    gained: last.value - first.value,
    period: `since ${formatLongTime(dayAt(at))}`,
  }
}
