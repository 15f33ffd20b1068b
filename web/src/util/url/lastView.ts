import { useSyncExternalStore } from 'react'
import { lastViews, session, useSession } from '@/api/session'
import { parseId, VISIT_PARAMETERS, withoutParameters } from './urlParams'

/** Parameters that do not outlast the visit: also days in the past, and groups, which may be deleted. */
const PASSING = [...VISIT_PARAMETERS, 'from', 'to', 'posted']

/** Remembers the view, except for what soon has another meaning. */
export function rememberView(search: URLSearchParams): void {
  const username = session.get()?.user.username
  const passing = parseId(search.get('group')) === undefined ? PASSING : [...PASSING, 'group']
  const text = withoutParameters(search, passing).toString()
  if (username !== undefined && (lastViews.get()[username] ?? '') !== text)
    lastViews.set({ ...lastViews.get(), [username]: text })
}

/** Returns the URL parameters of the view that the user left. */
export function useLastView(): string {
  const username = useSession()?.user.username ?? ''
  return useSyncExternalStore(lastViews.subscribe, lastViews.get)[username] ?? ''
}
