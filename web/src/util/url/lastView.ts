import { useSyncExternalStore } from 'react'
import { OF_USERS, session, storedValue, useSession } from '@/api/session'
import { parseId, VISIT_PARAMETERS, withoutParameters } from './urlParams'

/** URL parameters of the table of all content when each user left it, by username. */
const views = storedValue<Record<string, string>>(`${OF_USERS}content-view`, (found) =>
  Object.fromEntries(
    Object.entries(found ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ),
)

/** Parameters that do not outlast the visit: also days in the past, and groups, which may be deleted. */
const PASSING = [...VISIT_PARAMETERS, 'from', 'to', 'posted']

/** Remembers the view, except for what soon has another meaning. */
export function rememberView(search: URLSearchParams): void {
  const username = session.get()?.user.username
  const passing = parseId(search.get('group')) === undefined ? PASSING : [...PASSING, 'group']
  const text = withoutParameters(search, passing).toString()
  if (username !== undefined && (views.get()[username] ?? '') !== text)
    views.set({ ...views.get(), [username]: text })
}

/** Returns the URL parameters of the view that the user left. */
export function useLastView(): string {
  const username = useSession()?.user.username ?? ''
  return useSyncExternalStore(views.subscribe, views.get)[username] ?? ''
}
