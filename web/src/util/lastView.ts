import { useSyncExternalStore } from 'react'
import { session, storedValue, useSession } from '@/api/session'
import { withParameters } from './urlParams'

/** URL parameters of the table of all content when each user left it, by username. */
const views = storedValue<Record<string, string>>('clipmeter.content-view', (found) =>
  Object.fromEntries(
    Object.entries(found ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ),
)

/** Remembers the view, without the page and an open history. */
export function rememberView(search: URLSearchParams): void {
  const username = session.get()?.user.username
  const text = withParameters(search, { page: '', item: '' }).toString()
  if (username !== undefined && (views.get()[username] ?? '') !== text)
    views.set({ ...views.get(), [username]: text })
}

/** Returns the URL parameters of the view that the user left. */
export function useLastView(): string {
  const username = useSession()?.user.username ?? ''
  return useSyncExternalStore(views.subscribe, views.get)[username] ?? ''
}
