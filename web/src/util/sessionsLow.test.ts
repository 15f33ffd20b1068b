import { expect, test } from 'vitest'
import { sessionsLow } from './sessionsLow'

test('sessions are spoken of when there are fewer than are wanted', () => {
  expect(sessionsLow({ usable: 3, required: 3 })).toBeUndefined()
  expect(sessionsLow({ usable: 0, required: 0 })).toBeUndefined()
  expect(sessionsLow({ usable: 1, required: 3 })).toBe(
    'Sessions are running low: 1 can be used, about 3 are required',
  )
  expect(sessionsLow({ usable: 0, required: 1 })).toBe(
    'Sessions are running low: 0 can be used, about 1 is required',
  )
})
