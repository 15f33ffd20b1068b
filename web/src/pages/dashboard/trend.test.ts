import { expect, test } from 'vitest'
import { chartDataOf, platformsWith, sumsOf } from './trend'

const day = (date: number, views: number, gained_views: number) => ({
  day: `2026-11-${date}`,
  items: 1,
  views,
  likes: 0,
  comments: 0,
  shares: 0,
  saves: 0,
  gained_views,
  gained_likes: 0,
  gained_comments: 0,
  gained_shares: 0,
  gained_saves: 0,
})
const TREND = {
  from: '2026-11-20',
  to: '2026-11-21',
  instagram: [day(20, 100, 0), day(21, 140, 40)],
  tiktok: [day(20, 900, 5), day(21, 890, -10)],
}
const VIEW = { metric: 'views', show: 'gained', days: 30 } as const

test('all platforms share the same times', () => {
  const { series, step } = chartDataOf(TREND, ['instagram', 'tiktok'], VIEW, 120)
  expect(step).toBe('day')
  expect(series.map(({ name, points }) => [name, points.map(({ value }) => value)])).toEqual([
    ['Instagram', [0, 40]],
    ['TikTok', [5, -10]],
  ])
  expect(series[0]?.points.map(({ at }) => at)).toEqual(series[1]?.points.map(({ at }) => at))
})

test('a single platform is drawn alone with its totals', () => {
  const { series } = chartDataOf(TREND, ['tiktok'], { ...VIEW, show: 'total' }, 120)
  expect(series.map(({ name }) => name)).toEqual(['TikTok'])
  expect(series[0]?.points.map(({ value }) => value)).toEqual([900, 890])
})

test('a platform has its current total and its total gain', () => {
  expect(sumsOf(TREND, 'tiktok', 'views')).toEqual({ total: 890, gained: -5 })
  expect(sumsOf({ ...TREND, tiktok: [] }, 'tiktok', 'views')).toEqual({ total: 0, gained: 0 })
})

test('only TikTok reports shares', () => {
  expect(platformsWith('shares')).toEqual(['tiktok'])
  expect(platformsWith('likes')).toEqual(['instagram', 'tiktok'])
})
