import { expect, test } from 'vitest'
import {
  foundText,
  isDone,
  nounsOf,
  parseFollowed,
  progressOf,
  progressText,
  resultOf,
  resultText,
  runsOf,
} from './progress'

const ONE = { username: 'one', status: 'success', new: 1, updated: 0 }
const TWO = { username: 'two', status: 'private', error: 'The account is private.', new: 0, updated: 0 }
const THREE = { username: 'three', status: 'pending', new: 0, updated: 0 }

const run = (status: 'running' | 'completed', done: number) => ({
  status,
  total: 10,
  videos: 7,
  done,
  failed: 2,
  items_new: done * 2,
  items_updated: done,
  results: [ONE, TWO],
})

test('the progress of several runs is summed', () => {
  expect(progressOf([run('running', 4), run('completed', 10)])).toEqual({
    total: 20,
    videos: 14,
    done: 14,
    failed: 4,
    itemsNew: 28,
    itemsUpdated: 14,
    results: [ONE, TWO, ONE, TWO],
    ended: false,
  })
})

test('several runs have ended when the last one has', () => {
  expect(progressOf([run('completed', 10), run('completed', 10)]).ended).toBe(true)
  expect(progressOf([run('completed', 10), undefined]).ended).toBe(false)
})

test.each([
  [0, 8, 0, 'Updating 1 of 8 accounts…'],
  [5, 8, 0, 'Updating 6 of 8 accounts…'],
  [8, 8, 0, 'Updating 8 of 8 accounts…'],
  [0, 1, 0, 'Updating 1 of 1 account…'],
  [0, 1, 1, 'Updating 1 of 1 video…'],
  [4, 32, 32, 'Updating 5 of 32 videos…'],
  [4, 32, 27, 'Updating 5 of 32 accounts and videos…'],
])('%d of %d done, with %d videos, reads: %s', (done, total, videos, text) => {
  expect(progressText({ done, total, videos })).toBe(text)
})

test.each([
  [8, 0, 0, 3, '8 accounts updated: 3 new items, 1,200 changed'],
  [1, 0, 0, 1, '1 account updated: 1 new item, 1,200 changed'],
  [8, 0, 2, 0, '6 accounts updated, 2 failed: 0 new items, 1,200 changed'],
  [1, 1, 1, 0, '0 videos updated, 1 failed: 0 new items, 1,200 changed'],
  [32, 27, 2, 0, '30 accounts and videos updated, 2 failed: 0 new items, 1,200 changed'],
  [2, 1, 1, 0, '1 account or video updated, 1 failed: 0 new items, 1,200 changed'],
])(
  'the result of %d accounts and videos, of which %d are videos, with %d failures and %d new items',
  (total, videos, failed, itemsNew, text) => {
    expect(resultText({ total, videos, failed, itemsNew, itemsUpdated: 1_200 })).toBe(text)
  },
)

test('accounts and single videos are named', () => {
  expect(nounsOf({ total: 0, videos: 0 }).many).toBe('accounts')
  expect(nounsOf({ total: 3, videos: 3 }).many).toBe('videos')
  expect(nounsOf({ total: 3, videos: 1 }).many).toBe('accounts and videos')
})

test('the result of an account is not that of another one', () => {
  expect(resultOf([ONE, TWO], 'two')).toEqual(TWO)
  expect(resultOf([ONE, TWO], 'renamed')).toBeUndefined()
  expect(resultOf([], 'one')).toBeUndefined()
})

test('a scrape of one account shows its result even after the account was renamed', () => {
  expect(resultOf([ONE], 'renamed')).toEqual(ONE)
})

test('an account is done when it has a result, or when its runs have ended', () => {
  const results = [ONE, TWO, THREE]
  expect(isDone({ ended: false, results }, 'one')).toBe(true)
  expect(isDone({ ended: false, results }, 'two')).toBe(true)
  expect(isDone({ ended: false, results }, 'three')).toBe(false)
  expect(isDone({ ended: false, results }, 'renamed')).toBe(false)
  expect(isDone({ ended: true, results: [] }, 'one')).toBe(true)
})

test('a scrape without changes is described', () => {
  const none = { itemsNew: 0, itemsUpdated: 0 }
  expect(foundText(none)).toBe('no changes yet')
  expect(resultText({ total: 1, videos: 0, failed: 0, ...none })).toBe('1 account updated: no changes')
})

test('stored runs of an invalid form are ignored', () => {
  expect(parseFollowed({ user: 7, runs: { one: ['a', 'b'], other: 'a', third: [1] } })).toEqual({
    user: 7,
    runs: { one: ['a', 'b'] },
  })
  for (const other of [null, 'one', ['a'], { one: ['a'] }, { user: '7', runs: {} }, { user: 7, runs: null }])
    expect(parseFollowed(other)).toBeUndefined()
})

test('stored runs of another user are ignored', () => {
  const followed = { user: 7, runs: { one: ['a'] } }
  expect(runsOf(followed, 7)).toEqual({ one: ['a'] })
  expect(runsOf(followed, 8)).toEqual({})
  expect(runsOf(followed, undefined)).toEqual({})
  expect(runsOf(undefined, undefined)).toEqual({})
})
