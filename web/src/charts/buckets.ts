import type { Course } from './history'
import type { Point } from './point'

/** A measurement at a time; `null` if the platform did not report a value. */
export type Measured = { observed_at: string; value: number | null }

type Step = { name: 'minute' | '10 minutes' | 'hour' | 'day'; milliseconds: number }

const MINUTE = 60_000
const STEPS: [Step, ...Step[]] = [
  { name: 'day', milliseconds: 24 * 60 * MINUTE },
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
  const total = totals(all, step)
  const marks = removal ? [{ at: startOf(removal.at, step), text: removal.text }] : []
  return { step: step.name, total, gained: gains(total), partial: false, marks }
}

function startOf(at: string, { milliseconds }: Step): string {
  return new Date(Math.floor(Date.parse(at) / milliseconds) * milliseconds).toISOString()
}

/**
 * Returns the value at the end of each step (UTC), from the first measurement to the last. The history stores a measurement only
 * when a value changed: a step without one keeps the previous value.
 */
export function totals(points: Measured[], { milliseconds }: Step): Point[] {
  const last = new Map<number, number | null>()
  for (const { observed_at, value } of points) {
    const start = Math.floor(Date.parse(observed_at) / milliseconds)
    // A measurement without a value does not replace an earlier one of the same step.
    last.set(start, value ?? last.get(start) ?? null)
  }
  const starts = [...last.keys()].toSorted((a, b) => a - b)
  let known: number | null = null
  return range(starts[0], starts.at(-1)).map((start) => {
    known = last.get(start) ?? known
    return { at: new Date(start * milliseconds).toISOString(), value: known }
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
