import { useSyncExternalStore } from 'react'
import { SHARE_PATH } from '@/util/constants'
import { storedValue, tryToStore } from '@/util/storedValue'
import type { Schema } from './types'

/** Stored sign-in. The user is for display only: the server authorizes by the token. */
type Session = {
  user: Schema<'User'>
  token: string
  /** An admin set the password: the server refuses every call but changing it and signing out. */
  must_change_password?: boolean
}

const KEY = 'clipmeter.session'

/** The share link that was opened last while no user was signed in: new tabs show it too, until one is. */
const LAST_SHARED = 'clipmeter.shared'

/** A tab that a share link opened keeps the viewer's session to itself: another user may be signed in in the others. */
let isViewing = resumeViewing()

const stored = storedValue<Session | undefined>(
  KEY,
  (found) => (isSession(found) ? found : undefined),
  () => (isViewing ? sessionStorage : localStorage),
)

/** Stored while there is no session because the server rejected the last one, so that other tabs and a reload know the reason. */
const rejected = storedValue<true | undefined>('clipmeter.session-expired', (found) =>
  found === true ? true : undefined,
)

/** URL parameters of the table of all content when each user left it, by username. Signing out deletes them. */
export const lastViews = storedValue<Record<string, string>>('clipmeter.content-view', (found) =>
  Object.fromEntries(
    Object.entries(found ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ),
)

/** The named period that each user chose last, by the user's ID: it stays after signing out, as it does not identify the user. */
export const lastPeriods = storedValue<Record<string, unknown>>('clipmeter.periods', (found) => ({
  ...(found as object),
}))

/** The session that expired while this page was open. The page stays as it is until its user has signed in again. */
let expired: Session | undefined
let last = stored.get()

// The first listener, so that the others see the result.
stored.subscribe(() => {
  const next = stored.get()
  const shown = last ?? expired
  if (next === undefined) expired = rejected.get() ? shown : undefined
  else if (shown === undefined || shown.user.id === next.user.id) expired = undefined
  // The page contains data and input of another user, whose sign-out a suspended tab may have missed.
  else location.reload()
  last = next
})

export const session = {
  get: stored.get,
  start: (next: Session) => {
    stored.set(next)
    // After signing out, the sign-in screen is expected.
    tryToStore(() => localStorage.removeItem(LAST_SHARED))
    rejected.set(undefined)
  },
  /** Shows changes to the signed-in user; another user is ignored. */
  update: (user: Schema<'User'>) => {
    const current = stored.get()
    if (current?.user.id === user.id && JSON.stringify(current.user) !== JSON.stringify(user))
      stored.set({ ...current, user })
  },
  /** Ends the session at the user's request. */
  end: () => {
    rejected.set(undefined)
    stored.set(undefined)
    lastViews.set(undefined)
  },
  /** Ends a session that the server no longer accepts. */
  expire: () => {
    if (isViewing) return endViewing(SHARE_PATH)
    rejected.set(true)
    stored.set(undefined)
  },
  /** Returns the session that expired while this page was open. */
  expired: (): Session | undefined => expired,
  /** Returns whether there is no session because the server rejected the last one. */
  wasRejected: (): boolean => rejected.get() === true,
  subscribe: stored.subscribe,
}

/** Makes this tab show what a viewer may see. If the browser stores nothing, `show` must open the dashboard without loading the page. */
export function startViewing(next: Session, show: () => void): void {
  const text = JSON.stringify(next)
  try {
    sessionStorage.setItem(KEY, text)
  } catch {
    isViewing = true
    stored.set(next)
    show()
    return
  }
  tryToStore(() => {
    if (localStorage.getItem(KEY) === null) localStorage.setItem(LAST_SHARED, text)
  })
  location.replace('/')
}

/** Ends the viewer's session and opens another address. */
export function endViewing(path: string): void {
  tryToStore(() => {
    sessionStorage.removeItem(KEY)
    localStorage.removeItem(LAST_SHARED)
  })
  location.replace(path)
}

/** Returns the current session, or the one that expired while this page was open; `undefined` if signed out. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, () => stored.get() ?? expired)
}

/** Returns the session that expired while this page was open. */
export function useExpiredSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.expired)
}

/** Whether the user may see the admin screens. */
export function useIsAdmin(): boolean {
  const user = useSession()?.user
  return user !== undefined && (user.is_admin || user.role === 'admin')
}

/** Whether a share link was opened instead of signing in: users and scraping cannot be seen or changed. */
export function useIsViewer(): boolean {
  return useSession()?.user.role === 'viewer'
}

/** Whether the user manages the users of their group. */
export function useIsGroupAdmin(): boolean {
  const user = useSession()?.user
  return user?.is_group_admin === true && user.group_id != null
}

/** Returns the named period that the user chose last. */
export function useLastPeriod(): string {
  const name = useSyncExternalStore(lastPeriods.subscribe, lastPeriods.get)[useSession()?.user.id ?? 0]
  return typeof name === 'string' ? name : ''
}

/** Shows the last share link in a new tab too. Returns whether this tab shows one. */
function resumeViewing(): boolean {
  try {
    const shared = localStorage.getItem(LAST_SHARED)
    if (shared !== null && localStorage.getItem(KEY) === null) sessionStorage.setItem(KEY, shared)
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
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
