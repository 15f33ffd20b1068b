import { textLines } from '@/shared/lib/files'
import type { Platform } from '@/shared/lib/platform'

/**
 * Returns what is sent of a username as it was typed: trimmed, and on TikTok without the @ it begins with. An address of a profile keeps
 * its @, by which the server knows it.
 */
export function readUsername(platform: Platform, typed: string): string {
  const name = typed.trim()
  return platform === 'tiktok' && name.startsWith('@') ? name.slice(1).trim() : name
}

/** The usernames of a list, one a line. */
export function readUsernames(platform: Platform, list: string): string[] {
  return textLines(list)
    .map((line) => readUsername(platform, line))
    .filter((name) => name !== '')
}
