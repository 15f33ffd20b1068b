import { textLines } from '@/util/files'
import { PLATFORMS, type Platform } from '@/util/platform'

/**
 * Normalizes a typed username before sending: trimmed and without the platform's prefix. A profile URL keeps its @, by which the
 * server recognizes it.
 */
export function readUsername(platform: Platform, typed: string): string {
  const name = typed.trim()
  const { usernamePrefix: prefix } = PLATFORMS[platform]
  return prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length).trim() : name
}

/** Parses usernames that were typed into one line, separated by commas. */
export const readTyped = (platform: Platform, line: string): string[] =>
  readUsernames(platform, line.replaceAll(',', '\n'))

/** Joins pasted lines into one, as `readTyped` reads them. */
export const joinLines = (text: string): string => textLines(text).join(', ')

/** Parses a list of usernames, one per line. */
export function readUsernames(platform: Platform, list: string): string[] {
  return textLines(list)
    .map((line) => readUsername(platform, line))
    .filter((name) => name !== '')
}
