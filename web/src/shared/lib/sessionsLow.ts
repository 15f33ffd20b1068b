import type { Schema } from '@/shared/api/types'
import { formatExact } from './format'

/** Of the pool: how many sessions can be used, and about how many the tracked accounts ask for. */
type Counts = Pick<Schema<'SessionCounts'>, 'usable' | 'wanted'>

/** That the sessions that can be used are fewer than the accounts ask for; nothing while there are enough. */
export function sessionsLow({ usable, wanted }: Counts): string | undefined {
  if (usable >= wanted) return undefined
  const [can, want] = [formatExact(usable), formatExact(wanted)]
  return `Sessions are running low: ${can} can be used, about ${want} ${wanted === 1 ? 'is' : 'are'} wanted`
}
