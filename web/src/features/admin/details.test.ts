import { expect, test } from 'vitest'
import { detailsInWords } from './details'

test.each([
  [{ user_id: 7, username: 'ann', accounts: 2 }, 'user id: 7 · username: ann · accounts: 2'],
  [{ usernames: ['a', 'b'], reason: null }, 'usernames: a, b'],
  [{ cost: { model: 'none' } }, 'cost: {"model":"none"}'],
  [{}, ''],
  [null, ''],
])('%j reads %j', (details, words) => {
  expect(detailsInWords(details)).toBe(words)
})
