import { afterEach, expect, test } from 'vitest'
import { formatChange } from '@/util/format'
import { setTimeZone, UTC } from '@/util/time/timeZone'
import { describeValue as described, formatLongTime, tickLabels, timeLabel } from './point'

afterEach(() => setTimeZone(UTC))

test('axis labels are abbreviated unless exact digits are needed', () => {
  expect(tickLabels([-2000, 0, 2000])).toEqual(['−2.0K', '0', '2.0K'])
  expect(tickLabels([6_484_000, 6_485_000])).toEqual(['6,484,000', '6,485,000'])
})

test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('days are the same in %s', (zone) => {
  setTimeZone(zone)
  expect(timeLabel(['2026-11-20', '2026-11-21'])('2026-11-21')).toBe('Nov 21')
  expect(timeLabel(['2025-11-24', '2026-11-21'])('2026-11-21')).toBe('Nov 2026')
  expect(formatLongTime('2026-11-21')).toBe('Nov 21, 2026')
})

test.each([
  ['UTC', '2025-11-21T00:00:00.000Z', 'Nov 21, 2025, 12:00 AM UTC'],
  ['UTC', '2025-11-21T10:20:00.000Z', 'Nov 21, 2025, 10:20 AM UTC'],
  ['Asia/Kolkata', '2025-11-20T18:30:00.000Z', 'Nov 21, 2025, 12:00 AM GMT+5:30'],
  ['America/New_York', '2025-11-02T05:30:00.000Z', 'Nov 2, 2025, 1:30 AM EDT'],
  ['America/New_York', '2025-11-02T06:30:00.000Z', 'Nov 2, 2025, 1:30 AM EST'],
])('in %s, %s is %s', (zone, time, text) => {
  setTimeZone(zone)
  expect(formatLongTime(time)).toBe(text)
})

test.each([
  ['UTC', ['2026-11-21T00:20:00.000Z', '2026-11-21T23:50:00.000Z'], ['12:20 AM', '11:50 PM']],
  ['UTC', ['2026-11-20T18:00:00.000Z', '2026-11-21T18:00:00.000Z'], ['Nov 20, 6 PM', 'Nov 21, 6 PM']],
  // Two days in UTC, and one here; and the reverse.
  ['Asia/Kolkata', ['2026-11-20T18:30:00.000Z', '2026-11-21T17:30:00.000Z'], ['12:00 AM', '11:00 PM']],
  [
    'Asia/Kolkata',
    ['2026-11-21T17:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    ['Nov 21, 11 PM', 'Nov 22, 12 AM'],
  ],
])('in %s, the times %j are labeled %j', (zone, times, labels) => {
  setTimeZone(zone)
  expect(times.map(timeLabel(times))).toEqual(labels)
})

test('a value is described in words', () => {
  expect(described(-1234, 'views gained')).toBe('−1,234 views gained')
  expect(described(null, 'views')).toBe('no data')
})

test('a change is formatted with its sign', () => {
  expect([1500, -120, 0].map(formatChange)).toEqual(['+1.5K', '−120', '0'])
})
