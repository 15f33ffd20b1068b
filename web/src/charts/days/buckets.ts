import { dayAt, zoned } from '@/util/time/timeZone'
import type { Course } from './course'
import type { Point } from '@/charts/plot/point'

const minuteOfHour = zoned({ minute: 'numeric' })

/** A measurement at a time; `null` if the platform did not report a value. */
export type Measured = { observed_at: string; value: number | null }

type Step = { name: 'minute' | '10 minutes' | 'hour' | 'day'; milliseconds: number }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const STEPS: [Step, ...Step[]] = [
  { name: 'day', milliseconds: DAY },
  { name: 'hour', milliseconds: 60 * MINUTE },
  { name: '10 minutes', milliseconds: 10 * MINUTE },
  { name: 'minute', milliseconds: MINUTE },
]

/** With fewer steps than this, a chart shows little; a smaller step is used then. */
const FEWEST_STEPS = 4

/** Returns the largest step that yields enough steps: days for most histories, minutes for a new one. */
export function stepOf(points: Measured[]): Step {
  const times = points.map(({ observed_at }) => Date.parse(observed_at))
  const span = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times)
  return (
    STEPS.find(({ milliseconds }) => span / milliseconds >= FEWEST_STEPS) ??
    STEPS[STEPS.length - 1] ??
    STEPS[0]
  )
}

/** When an item was found to be removed from its platform, and the text for it. */
export type Removal = { at: string; text: string }

/** Follows a metric from its first measurement to its last, or to the item's removal (`removal`), until which the last value is kept. */
export function measuredCourse(points: Measured[], removal?: Removal): Course {
  const all = removal && points.length > 0 ? [...points, { observed_at: removal.at, value: null }] : points
  const step = stepOf(all)
  const grid = gridOf(all, step)
  const total = totals(all, grid)
  const marks = removal ? [{ at: grid.at(grid.indexOf(removal.at)), text: removal.text }] : []
  return { step: step.name, total, gained: gains(total), partial: false, marks }
}

/** Numbers the steps of a chart. */
type Grid = { indexOf: (time: string) => number; at: (index: number) => string }

/** Returns the days of a zone, or steps that divide its hours, which do not begin with those of UTC in some zones. */
export function gridOf(points: Measured[], { milliseconds }: Step, zone?: string): Grid {
  if (milliseconds === DAY)
    return {
      indexOf: (time) => Date.parse(dayAt(Date.parse(time), zone)) / DAY,
      at: (index) => new Date(index * DAY).toISOString().slice(0, 10),
    }
  const [first] = points
  const shift = first ? minutesAhead(Date.parse(first.observed_at), zone) * MINUTE : 0
  return {
    indexOf: (time) => Math.floor((Date.parse(time) + shift) / milliseconds),
    at: (index) => new Date(index * milliseconds - shift).toISOString(),
  }
}

/** Returns how many minutes the clock shows when that of UTC shows a full hour: 30 in India. */
function minutesAhead(time: number, zone?: string): number {
  const minute = Number(minuteOfHour(zone).format(time))
  return (minute - (Math.floor(time / MINUTE) % 60) + 60) % 60
}

/**
 * Returns the value at the end of each step, from the first measurement to the last. The history stores a measurement only when a
 * value changed: a step without one keeps the previous value.
 */
export function totals(points: Measured[], grid: Grid): Point[] {
  const last = new Map<number, number | null>()
  for (const { observed_at, value } of points) {
    const index = grid.indexOf(observed_at)
    // A measurement without a value does not replace an earlier one of the same step.
    last.set(index, value ?? last.get(index) ?? null)
  }
  const steps = [...last.keys()].toSorted((a, b) => a - b)
  let known: number | null = null
  return range(steps[0], steps.at(-1)).map((index) => {
    known = last.get(index) ?? known
    return { at: grid.at(index), value: known }
  })
}

/** Returns the gain of each step over the previous one; may be negative, since platforms correct counts. The first step has no gain. */
export function gains(points: Point[]): Point[] {
  return points.slice(1).map(({ at, value }, index) => {
    const before = points[index]?.value ?? null
    return { at, value: value === null || before === null ? null : value - before }
  })
}

function range(first: number | undefined, last: number | undefined): number[] {
  if (first === undefined || last === undefined) return []
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
