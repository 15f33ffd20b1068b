import { expect, test } from 'vitest'
import type { Schema } from '@/api/types'
import { testDay } from '@/charts/days/testDay'
import { periodOf } from '@/util/time/period'
import { byPlatform, type Platform } from '@/util/platform'
import { cpmOfGains, gainedContentOf, startTexts, totalOf, withoutBefore, type Gains } from './growth'

const WEEK = periodOf('7-days', '2026-11-27')
const TODAY = periodOf('today', '2026-11-27')
const DAYS = ['2026-11-13', '2026-11-14', '2026-11-22', '2026-11-27', '2026-11-28']

/** A trend in which each platform has its first items on a day, or none at all. */
const trendOf = (starts: Partial<Record<Platform, string>>): Schema<'Trend'> =>
  byPlatform((platform) => {
    const start = starts[platform]
    return DAYS.map((day) => testDay(day, { items: start !== undefined && day >= start ? 1 : 0 }))
  })

const both = (day: string) => trendOf({ instagram: day, tiktok: day })

test('all content by gained views is that of the group and of a named period', () => {
  expect(gainedContentOf(7, WEEK)).toBe('/all-data?tab=all&sort=gained&gained=7-days&group=7')
  expect(gainedContentOf(undefined, TODAY)).toBe('/all-data?tab=all&sort=gained&gained=today')
  expect(gainedContentOf(7, periodOf('custom', '2026-11-27'))).toBeUndefined()
})

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
    'Data since Nov 14, 2026. The comparison is incomplete.',
  ])
  expect(startTexts(both('2026-11-13'), WEEK)).toEqual([])
})

test('platforms whose data begin on different days are named', () => {
  expect(startTexts(trendOf({ instagram: '2026-11-14', tiktok: '2026-11-22' }), WEEK)).toEqual([
    'Instagram: data since Nov 14, 2026. The comparison is incomplete.',
    'TikTok: data since Nov 22, 2026. There is nothing to compare with.',
  ])
  expect(startTexts(trendOf({ instagram: '2026-11-13', tiktok: '2026-11-22' }), WEEK)).toEqual([
    'TikTok: data since Nov 22, 2026. There is nothing to compare with.',
  ])
})

test('a platform whose data begin after the previous period is not compared', () => {
  const trend = trendOf({ instagram: '2026-11-14', tiktok: '2026-11-22' })
  expect(withoutBefore(trend, WEEK)).toEqual(['tiktok'])
  expect(withoutBefore(trend, TODAY)).toEqual([])
  expect(withoutBefore(trendOf({}), WEEK)).toEqual([])
})

test('a platform without data is not named', () => {
  expect(startTexts(trendOf({ tiktok: '2026-11-14' }), WEEK)).toEqual([
    'Data since Nov 14, 2026. The comparison is incomplete.',
  ])
  expect(startTexts(trendOf({}), WEEK)).toEqual([])
})

test.each([
  [{ cost: 5, views: 2000 }, 2.5],
  [{ cost: 0, views: 2000 }, 0],
  [{ cost: null, views: 2000 }, undefined],
  [{ cost: 5, views: 0 }, undefined],
  [{ cost: -1, views: -500 }, undefined],
])('the CPM of the gains %o is %s', (gains, cpm) => {
  expect(cpmOfGains(gains, false)).toBe(cpm)
  expect(cpmOfGains(gains, true)).toBeUndefined()
})

const gainsOf = (instagram: number | null, tiktok: number | null) =>
  ({
    instagram: { gained: { views: 7, cost: instagram } },
    tiktok: { gained: { views: -2, cost: tiktok } },
  }) as Gains

test('the total of all platforms is exact to the cent, and has no cost if none is set', () => {
  expect(totalOf(gainsOf(0.1, 0.2), 'gained')).toEqual({ views: 5, cost: 0.3 })
  expect(totalOf(gainsOf(null, null), 'gained')).toEqual({ views: 5, cost: undefined })
})
