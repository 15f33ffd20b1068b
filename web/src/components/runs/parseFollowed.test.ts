import { expect, test } from 'vitest'
import { parseFollowed, runsOf } from './parseFollowed'

test('only a user with lists of run ids is taken from what the browser has kept', () => {
  expect(parseFollowed({ user: 7, runs: { one: ['a', 'b'], other: 'a', third: [1] } })).toEqual({
    user: 7,
    runs: { one: ['a', 'b'] },
  })
  for (const other of [null, 'one', ['a'], { one: ['a'] }, { user: '7', runs: {} }, { user: 7, runs: null }])
    expect(parseFollowed(other)).toBeUndefined()
})

test('nobody follows what another user has started', () => {
  const followed = { user: 7, runs: { one: ['a'] } }
  expect(runsOf(followed, 7)).toEqual({ one: ['a'] })
  expect(runsOf(followed, 8)).toEqual({})
  expect(runsOf(followed, undefined)).toEqual({})
  expect(runsOf(undefined, undefined)).toEqual({})
})
