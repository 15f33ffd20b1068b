import type { Schema } from '@/api/types'
import { capitalize, formatDate, formatExact } from './format'

/** Whether a platform still shows an item; `undefined` if unknown. */
export type Availability = {
  availability?: Schema<'Availability'> | undefined
  unavailable_since?: string | null | undefined
}

const LABELS = {
  removed: { label: 'Removed', since: 'Removed on', unknown: 'No longer on the platform' },
  private: { label: 'Private', since: 'Private since', unknown: 'No longer public' },
} as const

type Unavailability = { kind: keyof typeof LABELS; label: string; text: string }

/** Returns why an item is not available on its platform, as a label and a sentence; undefined while it is available. */
export function unavailability({
  availability,
  unavailable_since,
}: Availability): Unavailability | undefined {
  if (availability === undefined || availability === 'public') return undefined
  const { label, since, unknown } = LABELS[availability]
  const state = unavailable_since ? `${since} ${formatDate(unavailable_since)}` : unknown
  return { kind: availability, label, text: `${state}. Data is kept.` }
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
  return `Running low on sessions: ${can} of about ${need} needed`
}

/** Status of an account before its first scrape attempt. */
export const PENDING = 'pending'

/** Outcomes after which the numbers are correct. */
const FINE = new Set(['ok', 'ok_no_videos'])

export const isFine = (status: string): boolean => FINE.has(status)

/** Outcomes whose code would read badly. */
const OUTCOME_NAMES: Record<string, string> = {
  ok: 'OK',
  ok_no_videos: 'OK, nothing posted',
  session_dead: 'Session expired',
  waf_challenge: 'Challenge',
  useragent_mismatch: 'Wrong browser',
  ambiguous_empty: 'Incomplete data',
}

/** Formats an outcome code: `rate_limited` becomes `Rate limited`. */
export function outcomeName(code: string): string {
  return OUTCOME_NAMES[code] ?? capitalize(code.replaceAll('_', ' '))
}
