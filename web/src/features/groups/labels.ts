import { formatCounted } from '@/shared/lib/format'
import { PLATFORMS, type Platform } from '@/shared/lib/platform'

/** `1 Instagram account`, `12 TikTok accounts`. */
export function countAccounts(platform: Platform, count: number): string {
  return formatCounted(count, `${PLATFORMS[platform].name} account`)
}

/** Suffix of a rule that the group inherits. */
export const THE_DEFAULT = ' (the default)'

/** Scrape interval of a group on a platform; `own` is the group's override, if it has one. */
export function everyMinutes(own: number | null | undefined, inEffect: number): string {
  return `Every ${inEffect} minutes${own == null ? THE_DEFAULT : ''}`
}
