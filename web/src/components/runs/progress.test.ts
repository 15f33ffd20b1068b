import { expect, test } from 'vitest'
import { foundText, parseFollowed, progressOf, progressText, resultText, runsOf } from './progress'

const run = (status: 'running' | 'completed', done: number) => ({
  status,
  total: 10,
  done,
  items_new: done * 2,
  items_updated: done,
  results: [
    { username: 'one', status: 'success', new: 1, updated: 0 },
    { username: 'two', status: 'private', error: 'The account is private.', new: 0, updated: 0 },
  ],
})

test('the progress of several runs is summed', () => {
  expect(progressOf([run('running', 4), run('completed', 10)])).toEqual({
    total: 20,
    done: 14,
    itemsNew: 28,
    itemsUpdated: 14,
    errors: ['The account is private.', 'The account is private.'],
    ended: false,
  })
})

test('several runs have ended when the last one has', () => {
  expect(progressOf([run('completed', 10), run('completed', 10)]).ended).toBe(true)
  expect(progressOf([run('completed', 10), undefined]).ended).toBe(false)
})

test.each([
  [0, 8, 'Updating 1 of 8 accounts…'],
  [5, 8, 'Updating 6 of 8 accounts…'],
  [8, 8, 'Updating 8 of 8 accounts…'],
  [0, 1, 'Updating 1 of 1 account…'],
])('%d of %d done reads: %s', (done, total, text) => {
  expect(progressText({ done, total })).toBe(text)
})

test.each<[number, string[], number, string]>([
  [8, [], 3, '8 accounts updated: 3 new items, 1,200 changed'],
  [1, [], 1, '1 account updated: 1 new item, 1,200 changed'],
  [8, ['Private', 'Private'], 0, '6 accounts updated, 2 failed: 0 new items, 1,200 changed'],
])('the result of %d accounts with the errors %j and %d new items', (total, errors, itemsNew, text) => {
  expect(resultText({ total, errors, itemsNew, itemsUpdated: 1_200 })).toBe(text)
})

test('a scrape without changes is described', () => {
  const none = { itemsNew: 0, itemsUpdated: 0 }
  expect(foundText(none)).toBe('no changes yet')
  expect(resultText({ total: 1, errors: [], ...none })).toBe('1 account updated: no changes')
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
