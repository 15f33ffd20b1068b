import type { Schema } from '@/api/types'
import { formatCount, formatCounted, formatExact } from '@/util/format'
import { countItems, PLATFORMS, type Platform } from '@/util/platform'
import { PENDING } from '@/util/states'
import type { Account } from './model'

/** The fields that the texts of a deletion dialog contain. */
type Named = Pick<Account, 'username' | 'count'>

export function deleteQuestion(accounts: Named[]): string {
  return accounts.length === 1 ? 'Delete this account?' : `Delete ${accounts.length} accounts?`
}

/** Most names in a sentence. */
const MOST_NAMES = 3

/** Whether the names of the accounts are too many for a sentence and need a list. */
export const isListed = (accounts: Named[]): boolean => accounts.length > MOST_NAMES

/** Names the accounts unless they are listed, and says what the deletion removes and how it can be undone. */
export function deleteConsequence(platform: Platform, accounts: Named[]): string {
  const count = accounts.reduce((sum, account) => sum + account.count, 0)
  const end = `${isListed(accounts) ? 'These accounts' : listNames(accounts)} will no longer be tracked`
  // Accounts that were never updated have no collected data.
  if (count === 0) return `${end}.`
  const [their, again] = accounts.length === 1 ? ['its', 'the account'] : ['their', 'the accounts']
  const be = count === 1 ? 'is' : 'are'
  return `${end}, and ${their} ${countItems(platform, count)} ${be} removed from this group. History is kept for a limited time: add ${again} again to restore it.`
}

/** Lists usernames: `@ann, @ben, and 4 more`. */
function listNames(accounts: Named[]): string {
  const names = accounts.map(({ username }) => `@${username}`)
  const shown = isListed(accounts) ? names.slice(0, MOST_NAMES - 1) : names
  const more = names.length - shown.length
  return new Intl.ListFormat('en-US').format(more === 0 ? shown : [...shown, `${more} more`])
}

/** Tells which of the selected accounts are not on screen; empty if all are. */
export function hiddenNote(selected: number, hidden: Account[]): string {
  if (hidden.length === 0) return ''
  return `${formatExact(selected)} selected, ${formatExact(hidden.length)} not shown: ${listNames(hidden)}`
}

/** Tells how many accounts on screen cannot be selected because they are managed elsewhere; empty if all can. */
export function managedNote(count: number, paged: boolean): string {
  if (count === 0) return ''
  const are = count === 1 ? 'is' : 'are'
  return `${formatCounted(count, 'account')}${paged ? ' on this page' : ''} ${are} managed outside the dashboard and cannot be deleted here.`
}

export type Decision = Schema<'IdentityDecision'>

/** Whether the account has a handle conflict that an admin has to resolve. */
export function isUndecided({ cadence }: Pick<Account, 'cadence'>): boolean {
  return cadence.reason === 'undecided'
}

/** Describes the handle's new owner as far as known: `Ann Smith, 1.2K followers`. */
export function formatNewOwner(newOwner: Schema<'NewHandleOwner'> | null | undefined): string | undefined {
  if (newOwner == null) return undefined
  const { display_name: name, username, followers } = newOwner
  const label = name.trim() === '' ? `@${username}` : name
  return followers == null ? label : `${label}, ${formatCount(followers)} followers`
}

/** Statuses for which a retry makes no sense: nothing failed, nothing was attempted, or an admin has to decide first. */
const NOT_TO_BE_TRIED = new Set([PENDING, 'ok', 'ok_no_videos', 'age_restricted', 'identity_changed'])

/** Whether a failed scrape may be retried ahead of schedule. */
export const mayTryAgain = (status: string): boolean => !NOT_TO_BE_TRIED.has(status)

/**
 * Tells that the platform's list omits items that the account's profile counts; undefined if it does not or if that is unknown.
 * Otherwise, a user comparing the numbers with the profile would suspect an error here.
 */
export function formatGap(
  platform: Platform,
  { count, gap }: Pick<Account, 'count' | 'gap'>,
): string | undefined {
  if (gap == null || gap <= 0) return undefined
  const { name, items } = PLATFORMS[platform]
  return `${name} lists ${formatExact(count)} of ${formatExact(count + gap)} ${items}`
}
