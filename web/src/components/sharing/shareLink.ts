import type { Schema } from '@/api/types'
import { SHARE_PATH } from '@/util/constants'

export type ShareLink = Schema<'ShareLink'>

/** Returns the address that opens the dashboard. Browsers send no fragment to a server, so the token is in no log. */
export function addressOf(token: string, origin: string): string {
  return `${origin}${SHARE_PATH}#${token}`
}

/** Returns whether the link is no longer valid. */
export function hasExpired({ expires_at: end }: ShareLink, now: number): boolean {
  return end != null && Date.parse(end) <= now
}

/** Offered times of validity; an empty value: until the link is deleted. */
export const VALIDITIES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'No expiration' },
]

/** Fields of a new link. */
type ShareLinkForm = { name: string; validity: string }

export const NEW_LINK: ShareLinkForm = { name: '', validity: '90' }

/** Returns the request body. */
export function linkOf({ name, validity }: ShareLinkForm, groupId: number): Schema<'CreateShareLink'> {
  return {
    group_id: groupId,
    name: name.trim(),
    ...(validity !== '' && { expires_in_days: Number(validity) }),
  }
}

/** Says what a share link shows. */
export const explainShareLink = (group: string) =>
  `Anyone with the link sees the dashboard of ${group} without signing in: the numbers, accounts, posts and costs. They cannot change anything.`
