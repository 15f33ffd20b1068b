import { PAGE_SIZE } from '@/util/constants'
import type { SessionPool, SessionsPage } from './queries'
import type { PooledSession, SessionState } from './states'

/** A session of the list: its value, if it is on the loaded page of values, and its status, if that is known. */
export type SessionRow = {
  /** Position in the whole list, from 0. */
  index: number
  /** Empty if the server cannot decrypt it. */
  value: string | undefined
  status: PooledSession | undefined
}

/** Returns the page of the list with a session, by its position in the whole list. */
export function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE.sessions) + 1
}

/**
 * Returns the page of values to read for a page of sessions. Sessions with a state may be anywhere in the list: without a page in the
 * URL, it is that of the first one, because each read is recorded. Undefined until that one is known.
 */
export function valuesPageOf(
  { page, values }: { page: number; values: number | undefined },
  state: SessionState | undefined,
  pool: Pick<SessionPool, 'sessions'> | undefined,
): number | undefined {
  if (state === undefined) return page
  return values ?? (pool && pageOf(pool.sessions[0]?.index ?? 0))
}

/** Whether values and statuses are of the same list, so that a position is of the same session in both. */
export function isSameList(list: SessionsPage, pool: SessionPool): boolean {
  return pool.summary.total === list.total
}

/** Returns the sessions of a page: those of the list, or those with a state. */
export function rowsOf(
  list: SessionsPage,
  pool: SessionPool | undefined,
  state: SessionState | undefined,
): SessionRow[] {
  const first = (list.page - 1) * PAGE_SIZE.sessions
  const same = pool && isSameList(list, pool)
  if (state !== undefined)
    return (pool?.sessions ?? []).map((status) => ({
      index: status.index,
      value: same ? list.sessions[status.index - first] : undefined,
      status,
    }))
  const statusAt = new Map(same ? pool.sessions.map((status) => [status.index, status]) : [])
  return list.sessions.map((value, offset) => ({
    index: first + offset,
    value,
    status: statusAt.get(first + offset),
  }))
}
