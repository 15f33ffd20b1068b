import { expect, test } from 'vitest'
import { deleteConsequence, deleteQuestion, managedAccountsNote } from './deletion'
import type { Account } from './model'

const account = (username: string, count: number): Account => ({
  id: count,
  username,
  former_usernames: [],
  cadence: { every_minutes: 60, reason: 'configured', text: '' },
  count,
  status: 'ok',
  status_text: 'Up to date',
})
const [READ, OTHER, NEVER] = [account('read', 12), account('other', 1), account('never', 0)]

test('one account is asked for by itself, several by their number', () => {
  expect(deleteQuestion([READ])).toBe('Delete this account?')
  expect(deleteQuestion([READ, OTHER])).toBe('Delete 2 accounts?')
})

test('what leaves the group is counted together', () => {
  expect(deleteConsequence('tiktok', [READ])).toBe(
    '@read is no longer tracked, and its 12 videos are removed from this group.',
  )
  expect(deleteConsequence('instagram', [READ, OTHER, NEVER])).toBe(
    'They are no longer tracked, and their 13 posts are removed from this group.',
  )
})

test('where nothing was collected, nothing leaves', () => {
  expect(deleteConsequence('tiktok', [NEVER])).toBe('@never is no longer tracked.')
  expect(deleteConsequence('tiktok', [NEVER, NEVER])).toBe('They are no longer tracked.')
})

test('what others manage stays, and is counted', () => {
  expect(managedAccountsNote(0)).toBe('')
  expect(managedAccountsNote(1)).toBe('1 account that is managed outside the dashboard is kept.')
  expect(managedAccountsNote(12)).toBe('12 accounts that are managed outside the dashboard are kept.')
})
