import { textLines } from '@/util/files'
import type { Platform } from '@/util/platform'

/**
 * Normalizes a typed username before sending: trimmed, and on TikTok without a leading @. A profile URL keeps its @, by which the
 * server recognizes it.
 */
export function readUsername(platform: Platform, typed: string): string {
  const name = typed.trim()
  return platform === 'tiktok' && name.startsWith('@') ? name.slice(1).trim() : name
}

/** Parses a list of usernames, one per line. */
export function readUsernames(platform: Platform, list: string): string[] {
  return textLines(list)
    .map((line) => readUsername(platform, line))
    .filter((name) => name !== '')
}
