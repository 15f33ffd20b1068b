import { formatCounted } from '@/util/format'
import { countItems, type Platform } from '@/util/platform'
import type { Account } from './model'

/** Question shown before accounts are deleted. */
export function deleteQuestion(accounts: Account[]): string {
  return accounts.length === 1 ? 'Delete this account?' : `Delete ${accounts.length} accounts?`
}

/** Lists the data that the deletion removes. */
export function deleteConsequence(platform: Platform, accounts: Account[]): string {
  const count = accounts.reduce((sum, account) => sum + account.count, 0)
  const [first] = accounts
  const [they, their] =
    accounts.length === 1 && first ? [`@${first.username} is`, 'its'] : ['They are', 'their']
  // Accounts that were never scraped have no collected data.
  if (count === 0) return `${they} no longer tracked.`
  return `${they} no longer tracked, and ${their} ${countItems(platform, count)} are removed from this group.`
}

/** Note on the number of accounts that are kept because they are managed elsewhere. */
export function managedAccountsNote(count: number): string {
  if (count === 0) return ''
  const are = count === 1 ? 'is' : 'are'
  return `${formatCounted(count, 'account')} that ${are} managed outside the dashboard ${are} kept.`
}
