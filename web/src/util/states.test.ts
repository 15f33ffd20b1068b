import { expect, test } from 'vitest'
import { managedReason, outcomeName, sessionsLow, unavailability } from './states'

test('a public or unread item has no availability text', () => {
  expect(unavailability({ availability: 'public' })).toBeUndefined()
  expect(unavailability({})).toBeUndefined()
})

test('an unavailable item shows since when, and that its data is kept', () => {
  expect(unavailability({ availability: 'removed', unavailable_since: '2019-11-21T14:02:00' })).toEqual({
    kind: 'removed',
    label: 'Removed',
    text: 'Not on the platform since Nov 21, 2019, 02:02 PM. Its numbers and history are kept.',
  })
  expect(unavailability({ availability: 'private', unavailable_since: null })?.text).toBe(
    'No longer public. Its numbers and history are kept.',
  )
})

test('a managed object names its manager', () => {
  expect(managedReason({ managed_by: 'argocd-controller' })).toBe(
    'Managed outside the dashboard (by argocd-controller); change it there',
  )
  expect(managedReason({ managed_by: null })).toBeUndefined()
  expect(managedReason({})).toBeUndefined()
})

test('a session shortage has a text', () => {
  expect(sessionsLow({ usable: 3, required: 3 })).toBeUndefined()
  expect(sessionsLow({ usable: 0, required: 0 })).toBeUndefined()
  expect(sessionsLow({ usable: 1, required: 3 })).toBe(
    'Sessions are running low: 1 can be used, about 3 are required',
  )
  expect(sessionsLow({ usable: 0, required: 1 })).toBe(
    'Sessions are running low: 0 can be used, about 1 is required',
  )
})

test('an outcome code is formatted as words', () => {
  expect(outcomeName('rate_limited')).toBe('Rate limited')
  expect(outcomeName('ok')).toBe('Ok')
  expect(outcomeName('')).toBe('')
})
