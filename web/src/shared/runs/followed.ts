import { session } from '@/shared/lib/session'
import { storedValue } from '@/shared/lib/storedValue'
import { parseFollowed } from './parseFollowed'

const NONE: string[] = []

const stored = storedValue('clipmeter.runs', parseFollowed)

/** Runs to show on the screen that started them: leaving it or loading it again does not lose them. */
export const followed = {
  /** The same array while nothing changes. */
  of: (control: string): string[] => stored.get()[control] ?? NONE,
  set: (control: string, runIds: string[]) => {
    const { [control]: _, ...others } = stored.get()
    const next = runIds.length === 0 ? others : { ...others, [control]: runIds }
    stored.set(Object.keys(next).length === 0 ? undefined : next)
  },
  subscribe: stored.subscribe,
}

// What one user started is not the next one's to watch.
session.subscribe(() => {
  if (!session.get()) stored.set(undefined)
})
