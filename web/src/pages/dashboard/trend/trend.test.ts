import { expect, test } from 'vitest'
import { testDay } from '@/charts/days/testDay'
import { periodOf } from '@/util/time/period'
import { chartDataOf, legendOf, openNote, platformsWith } from './trend'

const day = (date: number, views: number, gained_views: number) =>
  testDay(`2026-11-${date}`, { views, gained_views })
const TREND = {
  from: '2026-11-20',
  to: '2026-11-21',
  instagram: [day(20, 100, 0), day(21, 140, 40)],
  tiktok: [day(20, 900, 5), day(21, 890, -10)],
}
/** The same, whose data begin before the previous period. */
const EARLIER = {
  from: '2026-11-19',
  to: TREND.to,
  instagram: [day(19, 100, 0), ...TREND.instagram],
  tiktok: [day(19, 895, 0), ...TREND.tiktok],
}
const VIEW = { metric: 'views', show: 'gained', range: 'all' } as const
const TOTAL = { ...VIEW, show: 'total' } as const
/** November 21 is compared with the day before. */
const SHOWN = {
  period: periodOf('custom', '2026-11-22', { from: '2026-11-21', to: '2026-11-21' }),
  today: '2026-11-22',
}

test('the series of both platforms have the same times', () => {
  const { series, step } = chartDataOf(TREND, ['instagram', 'tiktok'], VIEW, undefined, 120)
  expect(step).toBe('day')
  expect(series.map(({ name, points }) => [name, points.map(({ value }) => value)])).toEqual([
    ['Instagram', [0, 40]],
    ['TikTok', [5, -10]],
  ])
  expect(series[0]?.points.map(({ at }) => at)).toEqual(series[1]?.points.map(({ at }) => at))
})

test('one platform has one series, with totals if selected', () => {
  const { series } = chartDataOf(TREND, ['tiktok'], TOTAL, undefined, 120)
  expect(series.map(({ name }) => name)).toEqual(['TikTok'])
  expect(series[0]?.points.map(({ value }) => value)).toEqual([900, 890])
})

test('each day of a period is paired with the day of the previous period at the same position', () => {
  const { series, partial } = chartDataOf(EARLIER, ['instagram', 'tiktok'], VIEW, SHOWN, 120)
  expect(series.map(({ points, before }) => [points, before])).toEqual([
    [[{ at: '2026-11-21', value: 40 }], [{ at: '2026-11-20', value: 0 }]],
    [[{ at: '2026-11-21', value: -10 }], [{ at: '2026-11-20', value: 5 }]],
  ])
  expect(partial).toBe(false)
})

test('without a period, the legend shows the latest total, or the sum of all gains', () => {
  const alone = { before: undefined, soFar: undefined }
  expect(legendOf(TREND.tiktok, VIEW, undefined)).toEqual({ now: -5, ...alone })
  expect(legendOf(TREND.tiktok, TOTAL, undefined)).toEqual({ now: 890, ...alone })
  expect(legendOf([], TOTAL, undefined)).toEqual({ now: undefined, ...alone })
})

test('with a period, the legend shows its sum or last total, and those of the previous period', () => {
  expect(legendOf(EARLIER.tiktok, VIEW, SHOWN)).toEqual({ now: -10, before: 5, soFar: undefined })
  expect(legendOf(EARLIER.tiktok, TOTAL, SHOWN)).toEqual({ now: 890, before: 900, soFar: undefined })
  const week = { period: periodOf('7-days', '2026-11-21'), today: '2026-11-21' }
  expect(legendOf(TREND.tiktok, VIEW, week)).toEqual({ now: 5, before: undefined, soFar: -10 })
})

test('a previous period that began before the data, or with them, is left out', () => {
  expect(legendOf(TREND.tiktok, VIEW, SHOWN)).toMatchObject({ now: -10, before: undefined })
  const days = { from: '2026-11-21', to: '2026-11-22' }
  const shown = { period: periodOf('custom', '2026-11-23', days), today: '2026-11-23' }
  expect(shown.period.previous).toEqual({ from: '2026-11-19', to: '2026-11-20' })
  expect(legendOf(TREND.tiktok, VIEW, shown)).toMatchObject({ now: -10, before: undefined })
  const { series } = chartDataOf(TREND, ['tiktok'], VIEW, shown, 120)
  expect(series[0]?.before).toBeUndefined()
})

test('shares are shown for TikTok only', () => {
  expect(platformsWith('shares')).toEqual(['tiktok'])
  expect(platformsWith('likes')).toEqual(['instagram', 'tiktok'])
})

test.each([
  ['2026-11-20', undefined],
  ['2026-11-21', 'Includes today so far'],
])('the sums of days until %s on November 21 have the note %s', (to, note) => {
  const today = '2026-11-21'
  expect(openNote({ period: periodOf('custom', today, { from: '2026-11-19', to }), today })).toBe(note)
  expect(openNote({ period: periodOf('today', today), today })).toBe('Today so far')
})
