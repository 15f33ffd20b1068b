import type { Platform } from '@/shared/lib/platform'

/** The first part of every key of a platform's accounts and items. */
export const platformKey = (platform: Platform) => [platform] as const

export const accountsKey = (platform: Platform, groupId: number | undefined) =>
  [...platformKey(platform), 'accounts', groupId ?? null] as const

export const itemsKey = (platform: Platform, accountId: number) =>
  [...platformKey(platform), 'items', accountId] as const
