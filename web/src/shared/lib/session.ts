import { useSyncExternalStore } from 'react'
import type { Schema } from '@/shared/api/types'

/** What the browser keeps of a signed-in user. The user is for display only: the server decides by the token. */
type Session = { user: Schema<'User'>; token: string }

const STORAGE_KEY = 'clipmeter.session'

const listeners = new Set<() => void>()
let current = read()

// Another tab signed in or out.
window.addEventListener('storage', (event) => {
  if (event.key !== STORAGE_KEY && event.key !== null) return
  current = read()
  notify()
})

export const session = {
  get: () => current,
  start: (next: Session) => {
    current = next
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
    notify()
  },
  end: () => {
    current = undefined
    localStorage.removeItem(STORAGE_KEY)
    notify()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** The signed-in user's session, or `undefined` for a visitor. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** Whether the user may see the admin's screens. */
export function useIsAdmin(): boolean {
  const user = useSession()?.user
  return user !== undefined && (user.is_admin || user.role === 'admin')
}

function notify(): void {
  for (const listener of listeners) listener()
}

function read(): Session | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    return isSession(stored) ? stored : undefined
  } catch {
    return undefined
  }
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
