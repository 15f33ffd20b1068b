import { expect, test } from 'vitest'
import { periodOf } from '@/util/time/period'
import { cpmOfGains, gainedContentOf, totalOf, type Gains } from './growth'

const WEEK = periodOf('7-days', '2026-11-27')
const TODAY = periodOf('today', '2026-11-27')
test('all content by gained views is that of the group and of a named period', () => {
  expect(gainedContentOf(7, WEEK)).toBe('/all-data?tab=all&sort=gained&gained=7-days&group=7')
  expect(gainedContentOf(undefined, TODAY)).toBe('/all-data?tab=all&sort=gained&gained=today')
  expect(gainedContentOf(7, periodOf('custom', '2026-11-27'))).toBeUndefined()
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
