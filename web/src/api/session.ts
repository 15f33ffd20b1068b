import { useSyncExternalStore } from 'react'
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

/** Returns the current session, or `undefined` if not signed in. */
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

/** A value in the browser's local storage, shared by all tabs. */
type StoredValue<Value> = {
  get: () => Value
  /** `undefined` removes the value. */
  set: (value: Value | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** Reads a stored value now and follows its changes. `parse` converts it; it gets `null` if nothing is stored. */
export function storedValue<Value>(key: string, parse: (stored: unknown) => Value): StoredValue<Value> {
  const listeners = new Set<() => void>()
  let current = read()

  // Another tab changed it; a `null` key means that the storage was cleared.
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    current = read()
    notify()
  })

  function read(): Value {
    try {
      return parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    } catch {
      return parse(null)
    }
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  return {
    get: () => current,
    set: (value) => {
      if (value === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(value))
      current = value === undefined ? parse(null) : value
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
