import type { Schema } from '@/api/types'
import { formatExact } from './format'

/** Number of usable sessions in the pool, and the approximate number that the tracked accounts require. */
type Counts = Pick<Schema<'SessionCounts'>, 'usable' | 'required'>

/** Warning that there are fewer usable sessions than required; undefined while there are enough. */
export function sessionsLow({ usable, required }: Counts): string | undefined {
  if (usable >= required) return undefined
  const [can, need] = [formatExact(usable), formatExact(required)]
  return `Sessions are running low: ${can} can be used, about ${need} ${required === 1 ? 'is' : 'are'} required`
}
