import { expect, test } from 'vitest'
import { periodOf } from './period'

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}` }))

test('a time that is covered whole is named by its length', () => {
  expect(periodOf(days(7), 7)).toBe('in 7 days')
})

test('a shorter history says when it began', () => {
  expect(periodOf(days(6), 7)).toBe('since Nov 1, 2026')
  expect(periodOf(days(20), undefined)).toBe('since Nov 1, 2026')
})

test('a history of one day is of today', () => {
  expect(periodOf(days(1), 30)).toBe('today')
  expect(periodOf(days(1), undefined)).toBe('today')
})
