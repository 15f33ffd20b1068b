import { expect, test } from 'vitest'
import { parseFollowed, progressOf, runsOf } from './progress'

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

test('adds up the progress of runs', () => {
  expect(progressOf([run('running', 4), run('completed', 10)])).toEqual({
    total: 20,
    done: 14,
    itemsNew: 28,
    itemsUpdated: 14,
    errors: ['The account is private.', 'The account is private.'],
    ended: false,
  })
})

test('runs have ended when the last one has ended', () => {
  expect(progressOf([run('completed', 10), run('completed', 10)]).ended).toBe(true)
  expect(progressOf([run('completed', 10), undefined]).ended).toBe(false)
})

test('reads only a user with lists of run ids from storage', () => {
  expect(parseFollowed({ user: 7, runs: { one: ['a', 'b'], other: 'a', third: [1] } })).toEqual({
    user: 7,
    runs: { one: ['a', 'b'] },
  })
  for (const other of [null, 'one', ['a'], { one: ['a'] }, { user: '7', runs: {} }, { user: 7, runs: null }])
    expect(parseFollowed(other)).toBeUndefined()
})

test('does not follow runs of another user', () => {
  const followed = { user: 7, runs: { one: ['a'] } }
  expect(runsOf(followed, 7)).toEqual({ one: ['a'] })
  expect(runsOf(followed, 8)).toEqual({})
  expect(runsOf(followed, undefined)).toEqual({})
  expect(runsOf(undefined, undefined)).toEqual({})
})
