import { expect, test } from 'vitest'
import {
  deleteConsequence,
  deleteQuestion,
  formatGap,
  formatNewOwner,
  managedAccountsNote,
  mayTryAgain,
} from './accountTexts'
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

test('the question names one account, or the number of several', () => {
  expect(deleteQuestion([READ])).toBe('Delete this account?')
  expect(deleteQuestion([READ, OTHER])).toBe('Delete 2 accounts?')
})

test('counts the items that are removed from the group', () => {
  expect(deleteConsequence('tiktok', [READ])).toBe(
    '@read is no longer tracked, and its 12 videos are removed from this group.',
  )
  expect(deleteConsequence('instagram', [READ, OTHER, NEVER])).toBe(
    'They are no longer tracked, and their 13 posts are removed from this group.',
  )
})

test('mentions no items if none were collected', () => {
  expect(deleteConsequence('tiktok', [NEVER])).toBe('@never is no longer tracked.')
  expect(deleteConsequence('tiktok', [NEVER, NEVER])).toBe('They are no longer tracked.')
})

test('counts accounts managed elsewhere, which are kept', () => {
  expect(managedAccountsNote(0)).toBe('')
  expect(managedAccountsNote(1)).toBe('1 account that is managed outside the dashboard is kept.')
  expect(managedAccountsNote(12)).toBe('12 accounts that are managed outside the dashboard are kept.')
})

const NEW_OWNER = {
  username: 'mia.keller',
  display_name: 'Mia K.',
  platform_id: '77',
  followers: 1_234,
  seen_at: '2026-11-21T14:02:00Z',
}

test('describes the new owner of a name as the platform reports it', () => {
  expect(formatNewOwner(NEW_OWNER)).toBe('Mia K., 1.2K followers')
  expect(formatNewOwner({ ...NEW_OWNER, display_name: ' ', followers: null })).toBe('@mia.keller')
})

test('the new owner may be unknown', () => {
  expect(formatNewOwner(null)).toBeUndefined()
})

test('only failed accounts that need no decision can be retried', () => {
  expect(['not_found', 'rate_limited', 'private', 'of_tomorrow'].filter(mayTryAgain)).toHaveLength(4)
  expect(['pending', 'ok', 'ok_no_videos', 'age_restricted', 'identity_changed'].filter(mayTryAgain)).toEqual(
    [],
  )
})

test('the number of missing items is shown next to the collected ones', () => {
  expect(formatGap('instagram', { count: 1328, gap: 12 })).toBe(
    '12 of 1,340 posts are not in the list that Instagram shows',
  )
  expect(formatGap('tiktok', { count: 4, gap: 1 })).toBe('1 of 5 videos is not in the list that TikTok shows')
})

test('shows no missing items for a complete list or before the first full crawl', () => {
  expect(formatGap('tiktok', { count: 4, gap: 0 })).toBeUndefined()
  expect(formatGap('tiktok', { count: 4, gap: null })).toBeUndefined()
  expect(formatGap('tiktok', { count: 4 })).toBeUndefined()
})
