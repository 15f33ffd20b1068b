import { expect, test } from 'vitest'
import { intervalRule, optionalIntervalRule } from './interval'

test.each([5, 60, 1440])('%d minutes is a valid interval', (minutes) => {
  expect(intervalRule(minutes)).toBeNull()
})

test.each([4, 1441, 7.5, ''] as const)('%j is not a valid interval', (minutes) => {
  expect(intervalRule(minutes)).toBe('Enter a whole number from 5 to 1440')
})

test('blank means the default if there is one', () => {
  expect(optionalIntervalRule('')).toBeNull()
  expect(optionalIntervalRule(4)).not.toBeNull()
})
