import { expect, test } from 'vitest'
import { periodOf } from '@/util/period'
import { laterStart } from './growth'

const WEEK = periodOf('7-days', '2026-11-27')
const TODAY = periodOf('today', '2026-11-27')

test('the first day with data is stated if a period begins earlier', () => {
  expect(laterStart('2026-11-22', WEEK)).toBe('2026-11-22')
  expect(laterStart('2026-11-27', TODAY)).toBeUndefined()
  expect(laterStart('2026-11-28', TODAY)).toBe('2026-11-28')
})

test('the first day with data is stated if the period that it is compared with begins earlier', () => {
  expect(WEEK.previous?.from).toBe('2026-11-13')
  expect(laterStart('2026-11-14', WEEK)).toBe('2026-11-14')
  expect(laterStart('2026-11-13', WEEK)).toBeUndefined()
})

test('without data there is no first day', () => {
  expect(laterStart(null, WEEK)).toBeUndefined()
  expect(laterStart(undefined, WEEK)).toBeUndefined()
})
