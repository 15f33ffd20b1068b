import type { Platform } from './platform'

/** Returns the address of an account's page. */
export const accountPath = (platform: Platform, id: number) => `/${platform}/${id}`

/** Returns the address of an account's page; undefined if no group of the user tracks the account. */
export const knownAccountPath = (platform: Platform, id: number | null | undefined) =>
  id == null ? undefined : accountPath(platform, id)

/**
 * Returns the address that leads to the page of an account whose ID is not known; in the group, or in any that the user may see.
 */
export function namedAccountPath(platform: Platform, username: string, groupId?: number): string {
  const search = groupId === undefined ? '' : `?group=${groupId}`
  return `/${platform}/@${encodeURIComponent(username)}${search}`
}
