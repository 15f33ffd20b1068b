import { formatCounted } from '@/shared/lib/format'
import { countItems, type Platform } from '@/shared/lib/platform'
import type { Account } from './model'

/** What is asked before accounts are deleted. */
export function deleteQuestion(accounts: Account[]): string {
  return accounts.length === 1 ? 'Delete this account?' : `Delete ${accounts.length} accounts?`
}

/** What is gone after it. */
export function deleteConsequence(platform: Platform, accounts: Account[]): string {
  const count = accounts.reduce((sum, account) => sum + account.count, 0)
  const [first] = accounts
  const [they, their] =
    accounts.length === 1 && first ? [`@${first.username} is`, 'its'] : ['They are', 'their']
  // Accounts that were never read leave nothing behind.
  if (count === 0) return `${they} no longer tracked.`
  return `${they} no longer tracked, and ${their} ${countItems(platform, count)} leave this group.`
}

/** What is said of accounts that were to go with all others and that somebody else manages. */
export function managedAccountsNote(count: number): string {
  if (count === 0) return ''
  const [are, stay] = count === 1 ? ['is', 'stays'] : ['are', 'stay']
  return `${formatCounted(count, 'account')} that ${are} managed outside the dashboard ${stay}.`
}
