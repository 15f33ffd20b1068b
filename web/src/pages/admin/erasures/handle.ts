import type { Platform } from '@/util/platform'

/** A platform handle without @. */
export type Handle = { platform: Platform; username: string }

/** Normalizes a typed handle: usernames have no capitals and no leading @. */
export function readHandle(typed: string): string {
  return typed.trim().replace(/^@/, '').toLowerCase()
}
