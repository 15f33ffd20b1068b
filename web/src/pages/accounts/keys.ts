import type { Sort } from '@/table/sort'
import type { Platform } from '@/util/platform'

/** Common prefix of all query keys of a platform's accounts and items. */
export const platformKey = (platform: Platform) => [platform] as const

export const accountsKey = (platform: Platform, groupId: number | undefined) =>
  [...platformKey(platform), 'accounts', groupId ?? null] as const

export const itemsKey = (platform: Platform, accountId: number, sort: Sort | undefined) =>
  [...platformKey(platform), 'items', accountId, sort ?? null] as const

export const videosKey = (groupId: number | undefined, page: number) =>
  [...platformKey('tiktok'), 'videos', groupId ?? null, page] as const
