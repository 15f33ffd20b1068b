import { formatCounted } from '@/shared/lib/format'
import { PLATFORMS, type Platform } from '@/shared/lib/platform'

/** `1 Instagram account`, `12 TikTok accounts`. */
export function countAccounts(platform: Platform, count: number): string {
  return formatCounted(count, `${PLATFORMS[platform].name} account`)
}

/** Behind a rule that the group does not make itself. */
export const THE_DEFAULT = ' (the default)'

/** How often a platform is read for a group; `own` is its own interval, if it has one. */
export function everyMinutes(own: number | null | undefined, inEffect: number): string {
  return `Every ${inEffect} minutes${own == null ? THE_DEFAULT : ''}`
}
