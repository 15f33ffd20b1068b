import { expect, test } from 'vitest'
import { managedReason, outcomeName, sessionsLow, unavailability } from './states'

test('a public or unread item has no availability text', () => {
  expect(unavailability({ availability: 'public' })).toBeUndefined()
  expect(unavailability({})).toBeUndefined()
})

test('an unavailable item shows since when, and that its data is kept', () => {
  expect(unavailability({ availability: 'removed', unavailable_since: '2019-11-21T14:02:00Z' })).toEqual({
    kind: 'removed',
    label: 'Removed',
    text: 'Removed on Nov 21, 2019, 2:02 PM. Data is kept.',
  })
  expect(unavailability({ availability: 'private', unavailable_since: null })?.text).toBe(
    'No longer public. Data is kept.',
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
  expect(sessionsLow({ usable: 1, required: 3 })).toBe('Running low on sessions: 1 of about 3 needed')
  expect(sessionsLow({ usable: 0, required: 1 })).toBe('Running low on sessions: 0 of about 1 needed')
})

test('an outcome code is formatted as words', () => {
  expect(outcomeName('rate_limited')).toBe('Rate limited')
  expect(outcomeName('ok')).toBe('OK')
  expect(outcomeName('session_dead')).toBe('Session expired')
  expect(outcomeName('')).toBe('')
})
