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

/** The page of values that is read with a page of filtered sessions. */
export type ValuesPage = { filter: string; page: number }

/**
 * Returns the page of values to read with a page of sessions that have a state, which may be anywhere in the list: the page of the
 * first one. It stays the same when the statuses are polled, because each read of values is recorded. Undefined until the sessions
 * are known.
 */
export function valuesPageOf(
  filter: string,
  pool: Pick<SessionPool, 'sessions'> | undefined,
  last: ValuesPage | undefined,
): ValuesPage | undefined {
  if (last?.filter === filter) return last
  return pool && { filter, page: pageOf(pool.sessions[0]?.index ?? 0) }
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
