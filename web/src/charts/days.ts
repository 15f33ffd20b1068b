import type { Schema } from '@/api/types'
import type { Course } from './course'
import type { Metric } from './metric'

type Day = Schema<'TrendDay'>

/** Maximum number of daily steps; with more, bars get too thin to distinguish, so weeks are shown. */
export const MOST_DAYS = { wide: 120, phone: 45 } as const

/**
 * Whether the first day is the one on which an account was first scraped: if all days or more days than exist were requested. The
 * values its items had by then are not a gain of that day, so the day is marked.
 */
export function beginsWith(days: Day[], requested: number | undefined): boolean {
  return requested === undefined || days.length < requested
}

/**
 * The course of a metric over consecutive days up to today, in weeks if there are more days than `most`. `begun` means that nothing
 * was known before the first day.
 */
export function dayCourse(days: Day[], metric: Metric, most: number, begun = false): Course {
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

/** Total gain of a metric over days. */
export function gainedIn(days: Day[], metric: Metric): number {
  return days.reduce((sum, day) => sum + day[`gained_${metric}`], 0)
}

/** A step is dated by its last day, whose total it has. */
function endOf(step: Day[]): string {
  return `${step.at(-1)?.day}T00:00:00.000Z`
}

/** Groups days by calendar week, Monday to Sunday. */
function weeks(days: Day[]): Day[][] {
  return days.reduce<Day[][]>((all, day) => {
    const monday = new Date(day.day).getUTCDay() === 1
    const current = all.at(-1)
    if (current === undefined || monday) all.push([day])
    else current.push(day)
    return all
  }, [])
}
