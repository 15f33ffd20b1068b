import { expect, test } from 'vitest'
import { maskSession } from './mask'

test('keeps the first 20 and the last 10 characters', () => {
  expect(maskSession('12345678901234567890-hidden-0987654321')).toBe('12345678901234567890…0987654321')
})

test('hides the middle third of values that the rule would show whole', () => {
  expect(maskSession('abcdefghi')).toBe('abc…ghi')
  expect(maskSession('a'.repeat(30))).toHaveLength(21)
  expect(maskSession('')).toBe('…')
})
