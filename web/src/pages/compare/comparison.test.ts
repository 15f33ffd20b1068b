import { expect, test } from 'vitest'
import { periodOf } from '@/util/time/period'
import {
  agePoints,
  AGES,
  dayPoints,
  dayTotals,
  isPartial,
  viewsAt,
  type AgeSeries,
  type DaySeries,
} from './comparison'

const PERIOD = { from: '2026-11-19', to: '2026-11-21' }
const days = (views_before: number, gained: number[], views_after = 0): DaySeries => ({
  id: 3,
  name: 'nasa',
  platform: 'tiktok',
  group_id: 1,
  views_before,
  views_after,
  gained,
})
const ages = (views: (number | null)[]): AgeSeries => ({
  id: 3,
  name: 'nasa',
  platform: 'tiktok',
  group_id: 1,
  items: 12,
  views,
})

test.each([
  ['7-days', [], false],
  ['today', [], true],
  // There, it is the 22nd.
  ['7-days', ['UTC', 'Pacific/Kiritimati'], false],
  // There, it is the 20th.
  ['7-days', ['UTC', 'Pacific/Pago_Pago'], true],
] as const)('the last day of the period %s of groups in %j is partial: %s', (name, zones, expected) => {
  const period = periodOf(name, '2026-11-21')
  expect(isPartial(period, zones, Date.parse('2026-11-21T10:30:00Z'))).toBe(expected)
})

test.each([
  ['gained', 200, [10, -4, 30], [10, -4, 30]],
  ['total', 200, [10, -4, 30], [10, 6, 36]],
  ['indexed', 200, [10, -4, 30], [105, 103, 118]],
  ['indexed', 3000, [1, 0, 1], [100.03, 100.03, 100.07]],
  ['gained', 0, [0, 5, 0], [0, 5, 0]],
] as const)('%s of %d views that gained %j', (show, before, gained, values) => {
  expect(dayPoints(days(before, [...gained]), PERIOD, show)?.map(({ value }) => value)).toEqual(values)
})

test('each day of the period is a point', () => {
  expect(dayPoints(days(1, [1, 2, 3]), PERIOD, 'gained')?.map(({ at }) => at)).toEqual([
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ])
})

test('without views before the period there is no index', () => {
  expect(dayPoints(days(0, [1, 2, 3]), PERIOD, 'indexed')).toBeUndefined()
})

test.each([
  [236, [10, -4, 30], { gained: 36, perDay: 12, best: { day: '2026-11-21', gained: 30 }, views: 236 }],
  // Most views are initial counts of posts that were collected in the period.
  [900, [5, 5, 0], { gained: 10, perDay: 3, best: { day: '2026-11-19', gained: 5 }, views: 900 }],
  [42, [0, -8, 0], { gained: -8, perDay: -3, best: undefined, views: 42 }],
  [50, [], { gained: 0, perDay: 0, best: undefined, views: 50 }],
])('%d views at the end and gains of %j are summed up', (after, gained, totals) => {
  expect(dayTotals(days(0, gained, after), PERIOD)).toEqual(totals)
})

test('ages count from one day', () => {
  const series = ages([100, null, 250])
  expect(agePoints(series)).toEqual([
    { at: '1', value: 100 },
    { at: '2', value: null },
    { at: '3', value: 250 },
  ])
  expect([1, 2, 3, 30].map((age) => viewsAt(series, age))).toEqual([100, null, 250, null])
  expect(['1', '30'].map(AGES.describe)).toEqual(['1 day old', '30 days old'])
})
