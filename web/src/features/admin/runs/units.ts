import type { Schema } from '@/shared/api/types'
import type { Unit } from './queries'

type Outcome = Pick<Schema<'OutcomeEntry'>, 'code' | 'is_success'>

/** Has not been read yet. */
const PENDING = 'pending'
/** Waits for an admin to decide: no retry changes it. */
const UNDECIDED = 'identity_changed'

/** How many units ended alike. */
type OutcomeCount = { status: string; count: number; kind: UnitKind }

/** How a unit stands, for its sign: read, not read yet, or failed. */
export type UnitKind = 'read' | 'waiting' | 'failed'

export function kindOf(status: string, outcomes: Outcome[]): UnitKind {
  if (status === PENDING) return 'waiting'
  return outcomes.some(({ code, is_success: read }) => read && code === status) ? 'read' : 'failed'
}

/** The units by outcome: what was read, what failed, what waits; of each the most frequent first. */
export function countOutcomes(units: Pick<Unit, 'status'>[], outcomes: Outcome[]): OutcomeCount[] {
  const counts = new Map<string, number>()
  for (const { status } of units) counts.set(status, (counts.get(status) ?? 0) + 1)
  const order: UnitKind[] = ['read', 'failed', 'waiting']
  return [...counts]
    .map(([status, count]) => ({ status, count, kind: kindOf(status, outcomes) }))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.count - a.count)
}

/** How many units a retry would try again. */
export function countRetried(counts: OutcomeCount[]): number {
  return counts
    .filter(({ kind, status }) => kind === 'failed' && status !== UNDECIDED)
    .reduce((sum, { count }) => sum + count, 0)
}

/** What a unit is called: the account, the single video, or what is left when it was deleted. */
export function unitName({
  username,
  video_id: video,
  url,
}: Pick<Unit, 'username' | 'video_id' | 'url'>): string {
  if (username) return `@${username}`
  if (video) return `Video ${video}`
  return url ? 'Video by a short link' : 'Deleted since'
}
