import type { Schema } from '@/api/types'
import type { Axis, Point } from '@/charts/plot/point'
import { formatCounted } from '@/util/format'
import type { Period as ComparedPeriod } from '@/util/time/period'
import { addDays, dayAt } from '@/util/time/timeZone'
import type { Show } from './compareView'

type Period = Schema<'Period'>
export type DaySeries = Schema<'ComparedDays'>
export type AgeSeries = Schema<'ComparedAges'>

/** The index of the day before the period. */
const BASE = 100
/** An index is rounded to hundredths. */
const HUNDREDTHS = 100

/** Returns whether the last day of a period has not ended, at a time in milliseconds, in the zone of the screen or in one of others. */
export function isPartial(
  { days, previous }: ComparedPeriod,
  zones: readonly string[],
  time: number,
): boolean {
  return previous === undefined || zones.some((zone) => dayAt(time, zone) <= days.to)
}

/** Returns what is drawn of a series for each day; undefined if there were no views before the period to compare with. */
export function dayPoints({ views_before: before, gained }: DaySeries, period: Period, show: Show) {
  if (show === 'indexed' && before <= 0) return undefined
  let sum = 0
  return gained.map((gain, index): Point => {
    sum += gain
    const value = { gained: gain, total: sum, indexed: indexOf(before + sum, before) }[show]
    return { at: addDays(period.from, index), value }
  })
}

function indexOf(views: number, before: number): number {
  return Math.round((HUNDREDTHS * BASE * views) / before) / HUNDREDTHS
}

/** Returns the median views at each age in days. */
export function agePoints({ views }: AgeSeries): Point[] {
  return views.map((value, index) => ({ at: String(index + 1), value: value ?? null }))
}

/** Ages of posts in days. */
export const AGES: Axis = {
  title: 'Age',
  labels: () => (at) => `${at} d`,
  describe: (at) => `${formatCounted(Number(at), 'day')} old`,
}

/** What one series gained in the period, for the table. */
export type DayTotals = {
  gained: number
  perDay: number
  /** The day with the highest gain; undefined if nothing was gained on any day. */
  best: { day: string; gained: number } | undefined
  /** Views at the end of the period. */
  views: number
}

export function dayTotals({ views_after, gained }: DaySeries, period: Period): DayTotals {
  const sum = gained.reduce((total, gain) => total + gain, 0)
  const highest = Math.max(0, ...gained)
  const day = addDays(period.from, gained.indexOf(highest))
  return {
    gained: sum,
    perDay: Math.round(sum / gained.length) || 0,
    best: highest > 0 ? { day, gained: highest } : undefined,
    views: views_after,
  }
}

/** Returns the median views at an age in days; null if no post was measured at that age. */
export function viewsAt({ views }: AgeSeries, age: number): number | null {
  return views[age - 1] ?? null
}
