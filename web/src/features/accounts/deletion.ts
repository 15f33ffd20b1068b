import { countItems, type Platform } from '@/shared/lib/platform'
import type { Account } from './model'

/** What is asked before accounts are deleted. */
export function deleteQuestion(accounts: Account[]): string {
  return accounts.length === 1 ? 'Delete this account?' : `Delete ${accounts.length} accounts?`
}

/** What is gone after it. */
export function deleteConsequence(platform: Platform, accounts: Account[]): string {
  const items = countItems(
    platform,
    accounts.reduce((sum, { count }) => sum + count, 0),
  )
  const [first] = accounts
  return accounts.length === 1 && first
    ? `@${first.username} is no longer tracked, and its ${items} leave this group.`
    : `They are no longer tracked, and their ${items} leave this group.`
}
