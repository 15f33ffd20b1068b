import type { Point } from '@/shared/chart/point'
import type { Course } from './course'

/** A measurement at a moment; `null` where the platform did not say. */
export type Measured = { observed_at: string; value: number | null }

export type Step = { name: 'minute' | '10 minutes' | 'hour' | 'day'; milliseconds: number }

const MINUTE = 60_000
const STEPS: [Step, ...Step[]] = [
  { name: 'day', milliseconds: 24 * 60 * MINUTE },
  { name: 'hour', milliseconds: 60 * MINUTE },
  { name: '10 minutes', milliseconds: 10 * MINUTE },
  { name: 'minute', milliseconds: MINUTE },
]

/** Fewer steps than this say little; a smaller step is taken then. */
const FEWEST_STEPS = 4

/** The largest step by which a history has enough of them: days for most, minutes for one that has just begun. */
export function stepOf(points: Measured[]): Step {
  const times = points.map(({ observed_at }) => Date.parse(observed_at))
  const span = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times)
  return (
    STEPS.find(({ milliseconds }) => span / milliseconds >= FEWEST_STEPS) ??
    STEPS[STEPS.length - 1] ??
    STEPS[0]
  )
}

/** When an item was found to be gone from its platform, and what is said of that. */
export type Removal = { at: string; text: string }

/** How a number went from its first measurement to its last, or to when the item was removed (`removal`): it keeps what it had then. */
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
 * The number at the end of each step (UTC), from the first measurement to the last. The history keeps a measurement only when
 * a number changed: in a step without one it was still what it was before.
 */
export function totals(points: Measured[], { milliseconds }: Step): Point[] {
  const last = new Map<number, number | null>()
  for (const { observed_at, value } of points) {
    const start = Math.floor(Date.parse(observed_at) / milliseconds)
    // A measurement that knows nothing does not undo one of the same step that did.
    last.set(start, value ?? last.get(start) ?? null)
  }
  const starts = [...last.keys()].toSorted((a, b) => a - b)
  let known: number | null = null
  return range(starts[0], starts.at(-1)).map((start) => {
    known = last.get(start) ?? known
    return { at: new Date(start * milliseconds).toISOString(), value: known }
  })
}

/** What each step added to the one before; signed, since platforms take counts back. The first has nothing to compare with. */
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
