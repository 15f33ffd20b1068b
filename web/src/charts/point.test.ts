import { expect, test } from 'vitest'
import { formatChange } from '@/util/format'
import { describeValue as described, formatLongTime, tickLabels, timeLabel } from './point'

test('axis labels are abbreviated unless exact digits are needed', () => {
  expect(tickLabels([-2000, 0, 2000])).toEqual(['−2.0K', '0', '2.0K'])
  expect(tickLabels([6_484_000, 6_485_000])).toEqual(['6,484,000', '6,485,000'])
})

test('time labels follow the range: times, days or months', () => {
  const day = '2026-11-21T00:00:00.000Z'
  expect(timeLabel([day])(day)).toBe('Nov 21')
  expect(timeLabel(['2025-11-24T00:00:00.000Z', day])(day)).toBe('Nov 2026')
  expect(formatLongTime(day)).toBe('Nov 21, 2026')
  expect(timeLabel(['2026-11-21T10:20:00.000Z'])('2026-11-21T10:20:00.000Z')).toMatch(/^\d\d:[25]0 [AP]M$/)
  const hours = ['2026-11-20T18:00:00.000Z', '2026-11-21T23:00:00.000Z']
  expect(hours.map(timeLabel(hours))).toEqual([
    expect.stringMatching(/^Nov 2[01], \d+ [AP]M$/),
    expect.stringMatching(/^Nov 2[12], \d+ [AP]M$/),
  ])
})

test('a value is described in words', () => {
  expect(described(-1234, 'views gained')).toBe('−1,234 views gained')
  expect(described(null, 'views')).toBe('no data')
})

test('a change is formatted with its sign', () => {
  expect([1500, -120, 0].map(formatChange)).toEqual(['+1.5K', '−120', '0'])
})
