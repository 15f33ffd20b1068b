import type { Schema } from '@/api/types'
import { capitalize, formatDate, formatExact } from './format'

/** Whether a platform still shows an item; `undefined` if unknown. */
export type Availability = {
  availability?: Schema<'Availability'> | undefined
  unavailable_since?: string | null | undefined
}

const LABELS = {
  removed: { label: 'Removed', what: 'on the platform' },
  private: { label: 'Private', what: 'public' },
} as const

type Unavailability = { kind: keyof typeof LABELS; label: string; text: string }

/** Returns why an item is not available on its platform, as a label and a sentence; undefined while it is available. */
export function unavailability({
  availability,
  unavailable_since,
}: Availability): Unavailability | undefined {
  if (availability === undefined || availability === 'public') return undefined
  const { label, what } = LABELS[availability]
  const state = unavailable_since ? `Not ${what} since ${formatDate(unavailable_since)}` : `No longer ${what}`
  return { kind: availability, label, text: `${state}. Its numbers and history are kept.` }
}

/** Name of the program outside the dashboard that manages an object, such as `argocd-controller`. */
export type Managed = { managed_by?: string | null }

/** Returns why an object cannot be changed here; undefined if it can. */
export function managedReason({ managed_by: manager }: Managed): string | undefined {
  return manager ? `Managed outside the dashboard (by ${manager}); change it there` : undefined
}

/** Number of usable sessions in the pool, and the approximate number that the tracked accounts require. */
type Counts = Pick<Schema<'SessionCounts'>, 'usable' | 'required'>

/** Warns that there are fewer usable sessions than required; undefined while there are enough. */
export function sessionsLow({ usable, required }: Counts): string | undefined {
  if (usable >= required) return undefined
  const [can, need] = [formatExact(usable), formatExact(required)]
  return `Sessions are running low: ${can} can be used, about ${need} ${required === 1 ? 'is' : 'are'} required`
}

/** Status of an account before its first scrape attempt. */
export const PENDING = 'pending'

/** Formats an outcome code: `rate_limited` becomes `Rate limited`. */
export function outcomeName(code: string): string {
  return capitalize(code.replaceAll('_', ' '))
}
