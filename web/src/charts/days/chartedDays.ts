import { lengthOf, type Days, type Period, type PeriodName } from '@/util/time/period'
import { addDays } from '@/util/time/timeZone'
import { REQUESTS, type Requested } from './trendView'

/** Periods that begin or end on another day tomorrow. */
const MOVING = new Set<PeriodName>(['7-days', '28-days', '90-days', 'this-week', 'this-month'])
/** Complete days that are shown before today if the period is only today. */
const DAYS_BEFORE_TODAY = 7

/**
 * Returns the days in the chart of a period. Today, which is not complete, follows those of a period that moves with it; if it is
 * the period, the days before are shown as well.
 */
export function chartedDays({ name, days }: Period, today: string): Days {
  if (name === 'today') return { from: addDays(today, -DAYS_BEFORE_TODAY), to: today }
  return MOVING.has(name) ? { from: days.from, to: today } : days
}

/** Returns the fewest days that contain a period, its chart and what it is compared with. One more, because the server's day may differ. */
export function requestOf(period: Period, today: string): Requested {
  const { from } = period.previous ?? chartedDays(period, today)
  return REQUESTS.find((count) => count > lengthOf({ from, to: today }))
}
