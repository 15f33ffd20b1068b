import { expect, test } from 'vitest'
import { intervalRule, optionalIntervalRule } from './interval'

test.each([5, 60, 1440])('an interval of %d minutes is valid', (minutes) => {
  expect(intervalRule(minutes)).toBeNull()
})

test.each([4, 1441, 7.5, ''] as const)('an interval of %j is invalid', (minutes) => {
  expect(intervalRule(minutes)).toBe('Enter a whole number from 5 to 1440')
})

test('an optional interval may be blank', () => {
  expect(optionalIntervalRule('')).toBeNull()
  expect(optionalIntervalRule(4)).not.toBeNull()
})
