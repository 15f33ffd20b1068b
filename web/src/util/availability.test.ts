import { expect, test } from 'vitest'
import { unavailability } from './availability'

test('nothing is said of what the platform shows, or of what was never read', () => {
  expect(unavailability({ availability: 'public' })).toBeUndefined()
  expect(unavailability({})).toBeUndefined()
})

test('what is gone says since when, and that nothing of it is lost', () => {
  expect(unavailability({ availability: 'removed', unavailable_since: '2019-11-21T14:02:00' })).toEqual({
    kind: 'removed',
    label: 'Removed',
    text: 'Not on the platform since Nov 21, 2019, 02:02 PM. Its numbers and history are kept.',
  })
  expect(unavailability({ availability: 'private', unavailable_since: null })?.text).toBe(
    'No longer public. Its numbers and history are kept.',
  )
})
