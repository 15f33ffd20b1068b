import { expect, test } from 'vitest'
import { figureOfDays, figureOfPoints } from './figures'

const VIEWS = { value: 'views', label: 'Views' } as const

const day = (date: number, views: number, gained_views: number) => ({
  day: `2026-11-${date}`,
  items: 1,
  views,
  likes: 0,
  comments: 0,
  shares: 0,
  gained_views,
  gained_likes: 0,
  gained_comments: 0,
  gained_shares: 0,
})

test('an account has what it has on the last day, and gained what the days added', () => {
  expect(figureOfDays(VIEWS, [day(20, 100, 0), day(21, 140, 40)], 7)).toEqual({
    label: 'Views',
    now: 140,
    gained: 40,
    period: 'since Nov 20, 2026',
  })
})

test('an item gained what is between its first and its last known number', () => {
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
