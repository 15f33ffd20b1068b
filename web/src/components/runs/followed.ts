import { useCallback, useSyncExternalStore } from 'react'
import { session } from '@/api/session'
import { storedValue } from '@/util/storedValue'
import { parseFollowed, runsOf } from './progress'

/** Returns the unfinished runs that a control started. They outlive the screen. */
export function useFollowedRuns(control: string) {
  const runIds = useSyncExternalStore(followed.subscribe, () => followed.of(control))
  const follow = useCallback((ids: string[]) => followed.set(control, ids), [control])
  const end = useCallback(() => followed.end(control), [control])
  return { runIds, follow, end }
}

const NONE: string[] = []

const stored = storedValue('clipmeter.runs', parseFollowed)

/** Runs to show on the screen that started them, even after leaving or reloading it. */
export const followed = {
  /** Returns the same array as long as nothing changes. */
  of: (control: string): string[] => runsOf(stored.get(), session.get()?.user.id)[control] ?? NONE,
  /** A response that arrives after signing out is discarded. */
  set: (control: string, runIds: string[]) => {
    const user = session.get()?.user.id
    if (user === undefined) return
    const { [control]: _, ...others } = runsOf(stored.get(), user)
    const runs = runIds.length === 0 ? others : { ...others, [control]: runIds }
    stored.set(Object.keys(runs).length === 0 ? undefined : { user, runs })
  },
  /** Forgets the runs. Returns false if there are none: of several controls with the same name, the first one has ended them. */
  end: (control: string): boolean => {
    if (followed.of(control).length === 0) return false
    followed.set(control, [])
    return true
  },
  subscribe: stored.subscribe,
}

// Runs that one user started are not shown to the next.
session.subscribe(() => {
  if (!session.get() && !session.expired()) stored.set(undefined)
})
