import { expect, test } from 'vitest'
import { managedReason, outcomeName, sessionsLow, unavailability } from './states'

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

test('only what somebody else manages has a reason, and it says who', () => {
  expect(managedReason({ managed_by: 'argocd-controller' })).toBe(
    'Managed outside the dashboard (by argocd-controller): change it there',
  )
  expect(managedReason({ managed_by: null })).toBeUndefined()
  expect(managedReason({})).toBeUndefined()
})

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

test('a code reads like words', () => {
  expect(outcomeName('rate_limited')).toBe('Rate limited')
  expect(outcomeName('ok')).toBe('Ok')
  expect(outcomeName('')).toBe('')
})
