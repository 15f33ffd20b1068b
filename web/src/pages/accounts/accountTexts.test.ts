import { expect, test } from 'vitest'
import {
  deleteConsequence,
  deleteQuestion,
  formatGap,
  formatNewOwner,
  hiddenNote,
  managedNote,
  mayTryAgain,
} from './accountTexts'
import type { Account } from './model'

const account = (username: string, count: number): Account => ({
  id: count,
  username,
  former_usernames: [],
  cadence: { every_minutes: 60, reason: 'configured', text: '' },
  group_id: 1,
  count,
  views: 100 * count,
  status: 'ok',
  status_text: 'Up to date',
})
const [READ, OTHER, NEVER] = [account('read', 12), account('other', 1), account('never', 0)]

test('the question before a deletion names the number of accounts', () => {
  expect(deleteQuestion([READ])).toBe('Delete this account?')
  expect(deleteQuestion([READ, OTHER])).toBe('Delete 2 accounts?')
})

test('the consequence of a deletion names the accounts, counts the removed items and says how to restore them', () => {
  expect(deleteConsequence('tiktok', [READ])).toBe(
    '@read will no longer be tracked, and its 12 videos are removed from this group. History is kept for a limited time: add the account again to restore it.',
  )
  expect(deleteConsequence('instagram', [OTHER, NEVER])).toBe(
    '@other and @never will no longer be tracked, and their 1 post is removed from this group. History is kept for a limited time: add the accounts again to restore it.',
  )
  expect(deleteConsequence('instagram', [READ, OTHER, NEVER, NEVER, NEVER])).toMatch(
    /^These accounts will no longer be tracked, and their 13 posts are removed/,
  )
})

test('the consequence of a deletion omits items if there are none', () => {
  expect(deleteConsequence('tiktok', [NEVER])).toBe('@never will no longer be tracked.')
})

test('selected accounts that are not shown are counted and named', () => {
  expect(hiddenNote(3, [])).toBe('')
  expect(hiddenNote(3, [READ, OTHER])).toBe('3 selected, 2 not shown: @read and @other')
  expect(hiddenNote(1_200, [READ, OTHER, NEVER, NEVER, NEVER])).toBe(
    '1,200 selected, 5 not shown: @read, @other, and 3 more',
  )
})

test('accounts that cannot be selected are counted', () => {
  expect(managedNote(0, true)).toBe('')
  expect(managedNote(1, false)).toBe('1 account is managed outside the dashboard and cannot be deleted here.')
  expect(managedNote(2, true)).toBe(
    '2 accounts on this page are managed outside the dashboard and cannot be deleted here.',
  )
})

const NEW_OWNER = {
  username: 'mia.keller',
  display_name: 'Mia K.',
  platform_id: '77',
  followers: 1_234,
  seen_at: '2026-11-21T14:02:00Z',
}

test('the new owner of a handle is shown with name and followers', () => {
  expect(formatNewOwner(NEW_OWNER)).toBe('Mia K., 1.2K followers')
  expect(formatNewOwner({ ...NEW_OWNER, display_name: ' ', followers: null })).toBe('@mia.keller')
})

test('an unknown new owner has no text', () => {
  expect(formatNewOwner(null)).toBeUndefined()
})

test('only failed accounts without a pending decision can be retried', () => {
  expect(['not_found', 'rate_limited', 'private', 'of_tomorrow'].filter(mayTryAgain)).toHaveLength(4)
  expect(['pending', 'ok', 'ok_no_videos', 'age_restricted', 'identity_changed'].filter(mayTryAgain)).toEqual(
    [],
  )
})

test('the gap of a list is shown beside the number of collected items', () => {
  expect(formatGap('instagram', { count: 1328, gap: 12 })).toBe('Instagram lists 1,328 of 1,340 posts')
  expect(formatGap('tiktok', { count: 4, gap: 1 })).toBe('TikTok lists 4 of 5 videos')
})

test('a complete or unfinished list has no gap text', () => {
  expect(formatGap('tiktok', { count: 4, gap: 0 })).toBeUndefined()
  expect(formatGap('tiktok', { count: 4, gap: null })).toBeUndefined()
  expect(formatGap('tiktok', { count: 4 })).toBeUndefined()
})
