import { useState } from 'react'
import { usePool, useSessions } from './queries'
import { valuesPageOf, type ValuesPage } from './rows'
import { useSessionState } from './states'
import { useSessionsPage } from './view'

/**
 * Reads the statuses of the sessions on the page in the URL, and a page of values: that with the same sessions or, if they are
 * filtered by their state, the one in the URL or that of the first session.
 */
export function useSessionLists() {
  const { page, values } = useSessionsPage()
  const { state } = useSessionState()
  const pool = usePool(page, state)
  const [last, setLast] = useState<ValuesPage>()
  const ofFirst = valuesPageOf(`${state} ${page}`, pool.isPlaceholderData ? undefined : pool.data, last)
  if (ofFirst !== undefined && ofFirst !== last) setLast(ofFirst)
  // If the statuses cannot be read, the number of sessions and the version of the list are still needed.
  const unknown = pool.error == null ? undefined : 1
  const list = useSessions(state === undefined ? page : (values ?? ofFirst?.page ?? unknown))
  return { page, state, list, pool }
}
