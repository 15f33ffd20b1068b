import { expect, test } from 'vitest'
import { describeValue as described, formatChange, formatLongTime, tickLabels, timeLabel } from './point'

test('axis labels are short unless they would be equal', () => {
  expect(tickLabels([-2000, 0, 2000])).toEqual(['−2.0K', '0', '2.0K'])
  expect(tickLabels([6_484_000, 6_485_000])).toEqual(['6,484,000', '6,485,000'])
})

test('formats days as dates, long ranges as months, and times within a day', () => {
  const day = '2026-11-21T00:00:00.000Z'
  expect(timeLabel([day])(day)).toBe('Nov 21')
  expect(timeLabel(['2025-11-24T00:00:00.000Z', day])(day)).toBe('Nov 2026')
  expect(formatLongTime(day)).toBe('Nov 21, 2026')
  expect(timeLabel([])('2026-11-21T10:20:00.000Z')).toMatch(/^\d\d:[25]0 [AP]M$/)
})

test('formats a value with its unit', () => {
  expect(described(-1234, 'views gained')).toBe('−1,234 views gained')
  expect(described(null, 'views')).toBe('not measured')
})

test('formats a change with its sign', () => {
  expect([1500, -120, 0].map(formatChange)).toEqual(['+1.5K', '−120', '0'])
})
