import type { Platform } from '@/util/platform'

/** Query key of an account. */
export const accountKey = (platform: Platform, id: number) => [platform, 'account', id] as const
