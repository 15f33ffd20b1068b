import type { Platform } from '@/shared/lib/platform'

/** A name on a platform, without @. */
export type Handle = { platform: Platform; username: string }

/** A name as it was typed: usernames have no capitals, and no @ of their own. */
export function readHandle(typed: string): string {
  return typed.trim().replace(/^@/, '').toLowerCase()
}
