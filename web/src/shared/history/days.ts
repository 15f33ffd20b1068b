import type { Schema } from '@/shared/api/types'
import type { Course } from './course'
import type { Metric } from './metric'

type Day = Schema<'TrendDay'>

/** With more steps than these, bars get too thin to tell apart: weeks are shown then. */
export const MOST_DAYS = { wide: 120, phone: 45 } as const

/**
 * Whether the first of the days is the one on which an account was read for the first time: when all were wanted, or more than
 * there are. What its items had by then is no gain of that day, and so it is marked.
 */
export function beginsWith(days: Day[], requested: number | undefined): boolean {
  return requested === undefined || days.length < requested
}

/**
 * The course of a metric over days that follow each other to the present one, by weeks when there are more than `most`.
 * `begun` says that nothing was known before.
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

/** What days added to a metric together. */
export function gainedIn(days: Day[], metric: Metric): number {
  return days.reduce((sum, day) => sum + day[`gained_${metric}`], 0)
}

/** A step is named by its last day, on which it has its total. */
function endOf(step: Day[]): string {
  return `${step.at(-1)?.day}T00:00:00.000Z`
}

/** Days by calendar weeks, Monday to Sunday. */
function weeks(days: Day[]): Day[][] {
  return days.reduce<Day[][]>((all, day) => {
    const monday = new Date(day.day).getUTCDay() === 1
    const current = all.at(-1)
    if (current === undefined || monday) all.push([day])
    else current.push(day)
    return all
  }, [])
}
