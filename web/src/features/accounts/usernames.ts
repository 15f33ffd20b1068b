import { textLines } from '@/shared/lib/files'
import type { Platform } from '@/shared/lib/platform'

/** A username as it was typed: trimmed, and on TikTok without the first @. */
export function readUsername(platform: Platform, typed: string): string {
  const name = typed.trim()
  return platform === 'tiktok' ? name.replace('@', '').trim() : name
}

/** The usernames of a list, one a line. */
export function readUsernames(platform: Platform, list: string): string[] {
  return textLines(list)
    .map((line) => readUsername(platform, line))
    .filter((name) => name !== '')
}
