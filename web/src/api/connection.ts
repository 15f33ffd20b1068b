import { ERROR } from '@/util/messages'
import { ApiError, isUnanswered } from './errors'

/** Text for the user, and the start of the outage in milliseconds. */
type Outage = { text: string; since: number }

let outage: Outage | undefined
const listeners = new Set<() => void>()

/** Whether the server can read its database. A failed read starts an outage, and only a successful read of the database ends it. */
export const connection = {
  outage: (): Outage | undefined => outage,
  lost: (text: string): void => set(outage ?? { text, since: Date.now() }),
  restored: (): void => set(undefined),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function set(next: Outage | undefined): void {
  if (next === outage) return
  outage = next
  for (const listener of listeners) listener()
}

/** Statuses that a proxy returns if it cannot reach the server. */
const GATEWAY = new Set([502, 504])

/** Returns the text to show if a failed read means that the server or its database is unavailable; undefined for other failures. */
export function outageText(error: unknown): string | undefined {
  if (isUnanswered(error)) return ERROR.offline
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'unavailable') return error.detail ?? ERROR.offline
  if (error.code === undefined && (error.status === 503 || GATEWAY.has(error.status))) return ERROR.offline
  return undefined
}
