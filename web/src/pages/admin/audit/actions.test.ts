import { expect, test } from 'vitest'
import { actionLabel, actionOptions, ACTIONS } from './actions'

test('an unknown audit action is shown as its code', () => {
  expect(actionLabel('auth.sign_in')).toBe('Signed in')
  expect(actionLabel('moon.landed')).toBe('moon.landed')
})

test('every audit action is offered under exactly one subject', () => {
  const offered = actionOptions().flatMap(({ items }) => items.map(({ value }) => value))
  expect(offered.toSorted()).toEqual(Object.keys(ACTIONS).toSorted())
})
