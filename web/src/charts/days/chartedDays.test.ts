import { expect, test } from 'vitest'
import { periodOf, type Days, type Period, type PeriodName } from '@/util/time/period'
import { chartedDays, requestOf } from './chartedDays'
import type { Requested } from './trendView'

/** Thursday. */
const TODAY = '2026-11-26'

const custom = (from: string, to: string) => periodOf('custom', TODAY, { from, to })

test.each<[PeriodName, string, Days]>([
  ['today', TODAY, { from: '2026-11-19', to: '2026-11-26' }],
  ['7-days', TODAY, { from: '2026-11-19', to: '2026-11-26' }],
  ['28-days', TODAY, { from: '2026-10-29', to: '2026-11-26' }],
  ['90-days', TODAY, { from: '2026-08-28', to: '2026-11-26' }],
  ['this-week', TODAY, { from: '2026-11-23', to: '2026-11-26' }],
  // A Monday.
  ['this-week', '2026-11-23', { from: '2026-11-16', to: '2026-11-23' }],
  ['last-week', TODAY, { from: '2026-11-16', to: '2026-11-22' }],
  ['last-week', '2026-11-23', { from: '2026-11-16', to: '2026-11-22' }],
  ['this-month', TODAY, { from: '2026-11-01', to: '2026-11-26' }],
  ['last-month', '2026-12-01', { from: '2026-11-01', to: '2026-11-30' }],
])('the chart of %s on %s shows %j', (name, today, days) => {
  expect(chartedDays(periodOf(name, today), today)).toEqual(days)
})

test.each<[Period, Requested]>([
  [periodOf('today', TODAY), 30],
  [periodOf('7-days', TODAY), 30],
  [periodOf('28-days', TODAY), 90],
  [periodOf('90-days', TODAY), undefined],
  [periodOf('this-week', '2026-11-24'), 30],
  [periodOf('last-month', TODAY), 90],
  [custom('2026-11-25', '2026-11-25'), 7],
  // Today is not compared.
  [custom('2026-11-21', TODAY), 7],
  [custom('2026-11-20', TODAY), 30],
  [custom('2026-01-01', '2026-01-02'), undefined],
])('the request of %j is for %s days', (period, days) => {
  expect(requestOf(period, TODAY)).toBe(days)
})
