import { expect, test } from 'vitest'
import { outcomeName } from './outcomeName'

test('a code reads like words', () => {
  expect(outcomeName('rate_limited')).toBe('Rate limited')
  expect(outcomeName('ok')).toBe('Ok')
  expect(outcomeName('')).toBe('')
})
