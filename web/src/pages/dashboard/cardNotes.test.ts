import { expect, test } from 'vitest'
import { accountProblems, knownViews } from './cardNotes'

test('partly known views show how many items they are based on', () => {
  expect(knownViews('instagram', 1391, 1483)).toBe('Based on 1,391 posts with a public view count')
  expect(knownViews('tiktok', 0, 1)).toBe('No public view counts yet')
  expect(knownViews('tiktok', 405, 405)).toBeUndefined()
  expect(knownViews('tiktok', 0, 0)).toBeUndefined()
})

const PRIVATE = { status: 'private', status_text: 'The account is private.', accounts: 1 }
const LIMITED = {
  status: 'rate_limited',
  status_text: 'The platform limits the number of requests.',
  accounts: 1200,
}

test('failing accounts are counted by reason, and pending ones come last', () => {
  expect(accountProblems({ failing: [LIMITED, PRIVATE], pending: 2 })).toEqual([
    { status: 'rate_limited', text: '1,200 accounts: The platform limits the number of requests.' },
    { status: 'private', text: '1 account: The account is private.' },
    { status: 'pending', text: '2 accounts: Waiting for the first update' },
  ])
})

test('no failing or pending accounts have no text', () => {
  expect(accountProblems({ failing: [], pending: 0 })).toEqual([])
})
