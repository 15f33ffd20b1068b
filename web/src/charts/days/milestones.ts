import type { Measured } from './buckets'

const HOUR_MS = 3_600_000

/** Ages at which posts are usually compared. */
const AGES = [
  { label: 'After 24 hours', hours: 24 },
  { label: 'After 72 hours', hours: 72 },
  { label: 'After 7 days', hours: 168 },
] as const

/** The count of an item at an age. */
export type Milestone = { label: string; value: number }

/**
 * Returns the counts that an item had at these ages: the latest measurement before, if there is a later one, because a count may have
 * changed after the last one. `points` are in order.
 */
export function milestones(points: readonly Measured[], posted: string): Milestone[] {
  return AGES.flatMap(({ label, hours }) => {
    const at = Date.parse(posted) + hours * HOUR_MS
    const later = points.findIndex(({ observed_at }) => Date.parse(observed_at) > at)
    const value = points[later - 1]?.value
    return value == null ? [] : [{ label, value }]
  })
}
