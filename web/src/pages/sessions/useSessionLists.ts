import { usePool, useSessions } from './queries'
import { valuesPageOf } from './rows'
import { useSessionState } from './states'
import { useSessionsPage } from './view'

/** Reads the values and the statuses of the sessions on the page in the URL. */
export function useSessionLists() {
  const { page, values } = useSessionsPage()
  const { state } = useSessionState()
  const pool = usePool(page, state)
  // If the statuses cannot be read, the list is shown without them.
  const unknown = pool.error == null ? undefined : 1
  const list = useSessions(valuesPageOf({ page, values }, state, pool.data) ?? unknown)
  return { page, state, list, pool }
}
