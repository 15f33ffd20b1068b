import { expect, test } from 'vitest'
import type { Schema } from '@/api/types'
import { byPlatform, type Platform } from '@/util/platform'
import { periodOf } from '@/util/time/period'
import { isComparable, startTexts } from './dataStart'
import { testDay } from './testDay'

const WEEK = periodOf('7-days', '2026-11-27')
const TODAY = periodOf('today', '2026-11-27')
const DAYS = ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-22', '2026-11-27', '2026-11-28']

/** A trend in which each platform has its first items on a day, or none at all. */
const trendOf = (starts: Partial<Record<Platform, string | undefined>>): Schema<'Trend'> =>
  byPlatform((platform) => {
    const start = starts[platform]
    return DAYS.map((day) => testDay(day, { items: start !== undefined && day >= start ? 1 : 0 }))
  })

const both = (day: string) => trendOf({ instagram: day, tiktok: day })

test('the first day with data is stated if a period begins earlier', () => {
  expect(startTexts(both('2026-11-22'), WEEK)).toEqual([
    'Data since Nov 22, 2026. There is nothing to compare with.',
  ])
  expect(startTexts(both('2026-11-27'), TODAY)).toEqual([])
  expect(startTexts(both('2026-11-28'), TODAY)).toHaveLength(1)
})

test('the first day with data is stated if the period that it is compared with begins earlier', () => {
  expect(WEEK.previous?.from).toBe('2026-11-13')
  expect(startTexts(both('2026-11-14'), WEEK)).toEqual([
    'Data since Nov 14, 2026. The period before is incomplete, so it is not compared.',
  ])
  // Little was gained on the first day with data, because nothing was known before.
  expect(startTexts(both('2026-11-13'), WEEK)).toEqual([
    'Data since Nov 13, 2026. The period before is incomplete, so it is not compared.',
  ])
  expect(startTexts(both('2026-11-12'), WEEK)).toEqual([])
})

test('platforms whose data begin on different days are named', () => {
  expect(startTexts(trendOf({ instagram: '2026-11-14', tiktok: '2026-11-22' }), WEEK)).toEqual([
    'Instagram: data since Nov 14, 2026. The period before is incomplete, so it is not compared.',
    'TikTok: data since Nov 22, 2026. There is nothing to compare with.',
  ])
  expect(startTexts(trendOf({ instagram: '2026-11-12', tiktok: '2026-11-22' }), WEEK)).toEqual([
    'TikTok: data since Nov 22, 2026. There is nothing to compare with.',
  ])
})

test('a period is compared only if the data begin before the previous one', () => {
  const daysFrom = (start: string | undefined) => trendOf({ instagram: start }).instagram
  expect(isComparable(daysFrom('2026-11-12'), WEEK)).toBe(true)
  expect(isComparable(daysFrom('2026-11-13'), WEEK)).toBe(false)
  expect(isComparable(daysFrom('2026-11-14'), WEEK)).toBe(false)
  expect(isComparable(daysFrom('2026-11-22'), WEEK)).toBe(false)
  expect(isComparable(daysFrom(undefined), WEEK)).toBe(true)
  expect(isComparable(daysFrom('2026-11-12'), TODAY)).toBe(false)
})

test('a platform without data is not named', () => {
  expect(startTexts(trendOf({ tiktok: '2026-11-14' }), WEEK)).toEqual([
    'Data since Nov 14, 2026. The period before is incomplete, so it is not compared.',
  ])
  expect(startTexts(trendOf({}), WEEK)).toEqual([])
})

test('a period that is compared with no other one has only the day', () => {
  const { days } = WEEK
  expect(startTexts(both('2026-11-22'), { days, previous: undefined })).toEqual(['Data since Nov 22, 2026.'])
  expect(startTexts(both('2026-11-14'), { days, previous: undefined })).toEqual([])
})
