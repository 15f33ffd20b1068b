import { afterEach, expect, test } from 'vitest'
import { setTimeZone, UTC } from '@/util/time/timeZone'
import { dayCourse, figureOfDays, figureOfPoints, gainedIn, includesFirstDay } from './days'
import { testDay } from './testDay'

afterEach(() => setTimeZone(UTC))

/** November 16, 2026 is a Monday. */
const DAYS = [14, 15, 16, 17, 18].map((day, index) =>
  testDay(`2026-11-${day}`, {
    views: 100 + 10 * index,
    likes: 5,
    gained_views: index === 0 ? 0 : 10,
    gained_likes: index === 2 ? -2 : 0,
  }),
)
const at = (day: number, value: number) => ({ at: `2026-11-${day}`, value })

test('each day of a chart has a total and a gain', () => {
  const { step, total, gained, partial } = dayCourse(DAYS, 'views', 5)
  expect(step).toBe('day')
  expect(partial).toBe(true)
  expect(total).toEqual([at(14, 100), at(15, 110), at(16, 120), at(17, 130), at(18, 140)])
  expect(gained).toEqual([at(14, 0), at(15, 10), at(16, 10), at(17, 10), at(18, 10)])
})

test('more days than fit are grouped into weeks from Monday', () => {
  const { step, total, gained } = dayCourse(DAYS, 'views', 4)
  expect(step).toBe('week')
  expect(total).toEqual([at(15, 110), at(18, 140)])
  expect(gained).toEqual([at(15, 10), at(18, 30)])
})

test('the start of tracking is marked at its day or week', () => {
  const began = (day: number) => [{ at: at(day, 0).at, text: 'Tracking began' }]
  expect(dayCourse(DAYS, 'views', 5, true).marks).toEqual(began(14))
  expect(dayCourse(DAYS, 'views', 4, true).marks).toEqual(began(15))
  expect(dayCourse(DAYS, 'views', 5).marks).toEqual([])
})

test('a history shorter than requested includes its first day', () => {
  expect(includesFirstDay(DAYS, 30)).toBe(true)
  expect(includesFirstDay(DAYS, undefined)).toBe(true)
  expect(includesFirstDay(DAYS, DAYS.length)).toBe(false)
})

test('the sum of gains includes losses', () => {
  expect(gainedIn(DAYS, 'likes')).toBe(-2)
  expect(gainedIn([], 'views')).toBe(0)
})

const VIEWS = { value: 'views', label: 'Views' } as const

const day = (date: number, views: number, gained_views: number) =>
  testDay(`2026-11-${date}`, { views, gained_views })

test('the figures of an account are the last total and the sum of gains', () => {
  expect(figureOfDays(VIEWS, [day(20, 100, 0), day(21, 140, 40)])).toEqual({
    label: 'Views',
    now: 140,
    gained: 40,
    period: 'since Nov 20, 2026',
  })
  expect(figureOfDays(VIEWS, [day(20, 100, 0)]).period).toBe('today')
})

test('the gain of an item is the difference of its last and first known value', () => {
  const points = [
    { observed_at: '2026-11-19T08:00:00Z', value: null },
    { observed_at: '2026-11-20T09:30:00Z', value: 100 },
    { observed_at: '2026-11-21T09:30:00Z', value: 90 },
    { observed_at: '2026-11-21T10:30:00Z', value: null },
  ]
  expect(figureOfPoints(VIEWS, points)).toEqual({
    label: 'Views',
    now: 90,
    gained: -10,
    period: 'since Nov 20, 2026',
  })
  expect(figureOfPoints(VIEWS, [{ observed_at: '2026-11-19T08:00:00Z', value: null }])).toBeUndefined()
})

test('a recent single measurement is the first reading, an older one has not changed since', () => {
  const points = [{ observed_at: '2026-11-20T09:30:00Z', value: 100 }]
  const figureAt = (time: string) => figureOfPoints(VIEWS, points, Date.parse(time))
  expect(figureAt('2026-11-20T09:35:00Z')).toMatchObject({
    gained: undefined,
    period: 'First update 5 minutes ago',
  })
  expect(figureAt('2026-11-22T09:35:00Z')).toMatchObject({ gained: 0, period: 'since Nov 20, 2026' })
})

test.each([
  ['UTC', 'since Nov 20, 2026'],
  ['Asia/Kolkata', 'since Nov 21, 2026'],
  ['America/New_York', 'since Nov 20, 2026'],
])('in %s, a first measurement at 18:30 UTC is %s', (zone, period) => {
  setTimeZone(zone)
  const points = [{ observed_at: '2026-11-20T18:30:00Z', value: 100 }]
  expect(figureOfPoints(VIEWS, points, Date.parse('2026-11-23T00:00:00Z'))?.period).toBe(period)
})
