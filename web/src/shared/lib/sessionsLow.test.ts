import { expect, test } from 'vitest'
import { sessionsLow } from './sessionsLow'

test('sessions are spoken of when there are fewer than are wanted', () => {
  expect(sessionsLow({ usable: 3, wanted: 3 })).toBeUndefined()
  expect(sessionsLow({ usable: 0, wanted: 0 })).toBeUndefined()
  expect(sessionsLow({ usable: 1, wanted: 3 })).toBe(
    'Sessions are running low: 1 can be used, about 3 are wanted',
  )
  expect(sessionsLow({ usable: 0, wanted: 1 })).toBe(
    'Sessions are running low: 0 can be used, about 1 is wanted',
  )
})
