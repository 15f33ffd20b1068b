import type { Schema } from '@/api/types'

type Outcome = Pick<Schema<'OutcomeEntry'>, 'code' | 'is_success'>

/** Not scraped yet. */
const PENDING = 'pending'

/** How an attempt ended, for its icon: succeeded, failed, or pending. */
export type OutcomeKind = 'read' | 'waiting' | 'failed'

/** Number of attempts with the same outcome. */
export type OutcomeCount = { status: string; count: number; kind: OutcomeKind }

const ORDER: OutcomeKind[] = ['read', 'failed', 'waiting']

/** Classifies an outcome; one that this page does not have yet counts as a failure. */
export function kindOf(status: string, outcomes: Outcome[]): OutcomeKind {
  if (status === PENDING) return 'waiting'
  return outcomes.some(({ code, is_success: read }) => read && code === status) ? 'read' : 'failed'
}

/** Adds up equal outcomes: successes, then failures, then pending, each with the most frequent first. */
export function countOutcomes(
  ends: { status: string; count?: number }[],
  outcomes: Outcome[],
): OutcomeCount[] {
  const counts = new Map<string, number>()
  for (const { status, count = 1 } of ends) counts.set(status, (counts.get(status) ?? 0) + count)
  return [...counts]
    .map(([status, count]) => ({ status, count, kind: kindOf(status, outcomes) }))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.count - a.count)
}

/** Sorts attempts: failures first, and otherwise in their order. */
export function failedFirst<Ended extends { status: string }>(ends: Ended[], outcomes: Outcome[]): Ended[] {
  const rank = ({ status }: Ended) => (kindOf(status, outcomes) === 'failed' ? 0 : 1)
  return ends.toSorted((a, b) => rank(a) - rank(b))
}

const CLASSES: Record<Schema<'SessionClass'>, string> = {
  none: 'Anonymous',
  anonymous: 'Anonymous',
  session: 'Session',
}

/** Returns the text of a session class; `none` is a platform that uses no sessions. */
export function sessionClassLabel(sessionClass: Schema<'SessionClass'> | null | undefined): string {
  return sessionClass == null ? '—' : CLASSES[sessionClass]
}
