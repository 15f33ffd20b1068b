import { session } from '@/shared/lib/session'
import { storedValue } from '@/shared/lib/storedValue'
import { parseFollowed, runsOf } from './parseFollowed'

const NONE: string[] = []

const stored = storedValue('clipmeter.runs', parseFollowed)

/** Runs to show on the screen that started them: leaving it or loading it again does not lose them. */
export const followed = {
  /** The same array while nothing changes. */
  of: (control: string): string[] => runsOf(stored.get(), session.get()?.user.id)[control] ?? NONE,
  /** An answer that comes after signing out is nobody's. */
  set: (control: string, runIds: string[]) => {
    const user = session.get()?.user.id
    if (user === undefined) return
    const { [control]: _, ...others } = runsOf(stored.get(), user)
    const runs = runIds.length === 0 ? others : { ...others, [control]: runIds }
    stored.set(Object.keys(runs).length === 0 ? undefined : { user, runs })
  },
  subscribe: stored.subscribe,
}

// What one user started is not the next one's to watch.
session.subscribe(() => {
  if (!session.get()) stored.set(undefined)
})
