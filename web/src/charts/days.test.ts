import { expect, test } from 'vitest'
import { beginsWith, dayCourse, gainedIn } from './days'

/** November 16, 2026 is a Monday. */
const DAYS = [14, 15, 16, 17, 18].map((day, index) => ({
  day: `2026-11-${day}`,
  items: 1,
  views: 100 + 10 * index,
  likes: 5,
  comments: 0,
  shares: 0,
  gained_views: index === 0 ? 0 : 10,
  gained_likes: index === 2 ? -2 : 0,
  gained_comments: 0,
  gained_shares: 0,
}))
const at = (day: number, value: number) => ({ at: `2026-11-${day}T00:00:00.000Z`, value })

test('a day has its total and what it added', () => {
  const { step, total, gained, partial } = dayCourse(DAYS, 'views', 5)
  expect(step).toBe('day')
  expect(partial).toBe(true)
  expect(total).toEqual([at(14, 100), at(15, 110), at(16, 120), at(17, 130), at(18, 140)])
  expect(gained).toEqual([at(14, 0), at(15, 10), at(16, 10), at(17, 10), at(18, 10)])
})

test('too many days become weeks, which begin on Monday', () => {
  const { step, total, gained } = dayCourse(DAYS, 'views', 4)
  expect(step).toBe('week')
  expect(total).toEqual([at(15, 110), at(18, 140)])
  expect(gained).toEqual([at(15, 10), at(18, 30)])
})

test('the day on which tracking began is marked, or its week', () => {
  const began = (day: number) => [{ at: at(day, 0).at, text: 'Tracking began' }]
  expect(dayCourse(DAYS, 'views', 5, true).marks).toEqual(began(14))
  expect(dayCourse(DAYS, 'views', 4, true).marks).toEqual(began(15))
  expect(dayCourse(DAYS, 'views', 5).marks).toEqual([])
})

test('tracking began on the first day where there are fewer than were wanted', () => {
  expect(beginsWith(DAYS, 30)).toBe(true)
  expect(beginsWith(DAYS, undefined)).toBe(true)
  expect(beginsWith(DAYS, DAYS.length)).toBe(false)
})

test('what was taken back is kept in a sum', () => {
  expect(gainedIn(DAYS, 'likes')).toBe(-2)
  expect(gainedIn([], 'views')).toBe(0)
})
