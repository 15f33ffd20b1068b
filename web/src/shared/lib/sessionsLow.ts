import type { Schema } from '@/shared/api/types'
import { formatExact } from './format'

/** Of the pool: how many sessions can be used, and about how many the tracked accounts ask for. */
type Counts = Pick<Schema<'SessionCounts'>, 'usable' | 'required'>

/** That the sessions that can be used are fewer than the accounts ask for; nothing while there are enough. */
export function sessionsLow({ usable, required }: Counts): string | undefined {
  if (usable >= required) return undefined
  const [can, need] = [formatExact(usable), formatExact(required)]
  return `Sessions are running low: ${can} can be used, about ${need} ${required === 1 ? 'is' : 'are'} required`
}
