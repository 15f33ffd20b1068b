import { useSyncExternalStore } from 'react'
import { storedValue } from './storedValue'
import type { Schema } from './types'

/** Stored sign-in. The user is for display only: the server authorizes by the token. */
type Session = { user: Schema<'User'>; token: string }

const stored = storedValue<Session | undefined>('clipmeter.session', (found) =>
  isSession(found) ? found : undefined,
)

export const session = {
  get: stored.get,
  start: (next: Session) => stored.set(next),
  end: () => stored.set(undefined),
  subscribe: stored.subscribe,
}

/** The current session, or `undefined` if not signed in. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** Whether the user may see the admin screens. */
export function useIsAdmin(): boolean {
  const user = useSession()?.user
  return user !== undefined && (user.is_admin || user.role === 'admin')
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false
  const { user, token } = value as Partial<Session>
  return (
    typeof token === 'string' &&
    typeof user === 'object' &&
    user !== null &&
    typeof user.username === 'string'
  )
}
