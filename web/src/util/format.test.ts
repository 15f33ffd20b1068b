import { describe, expect, test } from 'vitest'
import {
  formatTimes,
  formatCount,
  formatCpm,
  formatDate,
  formatDuration,
  formatExact,
  formatFullDate,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatShare,
  formatToTheSecond,
  maskSession,
  relativeTime,
} from './format'

describe('formatCount', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_001, '1.0K'],
    [1_049, '1.0K'],
    [1_250, '1.3K'],
    [12_345, '12.3K'],
    [999_899, '999.9K'],
    [999_949, '999.9K'],
    [999_950, '999.9K'],
    [999_999, '999.9K'],
    [1_000_000, '1.0M'],
    [1_250_001, '1.3M'],
    [587_500_000, '587.5M'],
    [2_147_000_000, '2147.0M'],
  ])('%d reads %s', (count, text) => {
    expect(formatCount(count)).toBe(text)
  })

  test('never prints a thousand thousands', () => {
    for (let count = 999_000; count <= 1_001_000; count += 7) expect(formatCount(count)).not.toBe('1000.0K')
  })
})

test.each([
  [1_055, '1,055'],
  [9_999, '9,999'],
  [10_000, '10.0K'],
  [1_200_000, '1.2M'],
])('a quantity of %d is %s', (count, text) => {
  expect(formatQuantity(count)).toBe(text)
})

test('exact counts keep every digit', () => {
  expect(formatExact(12_345_678)).toBe('12,345,678')
})

test('CPM has four decimals, engagement two and a percent sign', () => {
  expect(formatCpm(0.01)).toBe('0.0100')
  expect(formatCpm(1234.56789)).toBe('1,234.5679')
  expect(formatPercent(3)).toBe('3.00%')
  expect(formatPercent(12.345)).toMatch(/^12\.3[45]%$/)
})

test.each([
  ['UTC', '2026-02-03T04:05:06Z', 'Feb 3, 4:05 AM', 'Tuesday, February 3, 2026 at 4:05:06 AM UTC'],
  ['UTC', '2025-02-03T04:05:06Z', 'Feb 3, 2025, 4:05 AM', 'Monday, February 3, 2025 at 4:05:06 AM UTC'],
  [
    'Asia/Kathmandu',
    '2026-02-03T18:15:00Z',
    'Feb 4, 12:00 AM',
    'Wednesday, February 4, 2026 at 12:00:00 AM GMT+5:45',
  ],
  ['America/New_York', '2026-07-03T04:05:06Z', 'Jul 3, 12:05 AM', 'Friday, July 3, 2026 at 12:05:06 AM EDT'],
  // The year is that of the zone.
  [
    'America/New_York',
    '2026-01-01T04:59:00Z',
    'Dec 31, 2025, 11:59 PM',
    'Wednesday, December 31, 2025 at 11:59:00 PM EST',
  ],
  [
    'Pacific/Kiritimati',
    '2025-12-31T10:00:00Z',
    'Jan 1, 12:00 AM',
    'Thursday, January 1, 2026 at 12:00:00 AM GMT+14',
  ],
])('in %s, %s is %s, in full %s', (zone, time, date, full) => {
  expect(formatDate(time, new Date('2026-11-21T12:00:00Z'), zone)).toBe(date)
  expect(plain(formatFullDate(time, zone))).toBe(full)
})

test('a date with seconds includes the year', () => {
  expect(plain(formatToTheSecond('2026-02-03T20:05:06Z', 'Asia/Kolkata'))).toBe('Feb 4, 2026, 1:35:06 AM')
})

/** Some versions of the formatter put a narrow no-break space before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

test.each([
  [0, '0%'],
  [0.29, '29%'],
  [0.9996, '99.9%'],
  [1, '100%'],
])('a share of %d reads %s', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

test.each([
  [0, 'under 1 s'],
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [95, '1 min 35 s'],
  [3600, '1 h'],
  [7530, '2 h 5 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:57:00Z', '3 minutes ago'],
  ['2026-11-21T14:00:00Z', 'in 2 hours'],
  ['2026-11-18T12:00:00Z', '3 days ago'],
  ['2026-07-21T12:00:00Z', '4 months ago'],
  ['2022-07-21T12:00:00Z', '4 years ago'],
])('%s is %s', (time, text) => {
  expect(relativeTime(Date.parse(time), NOW)).toBe(text)
})

test('a masked session keeps the first 20 and the last 10 characters', () => {
  expect(maskSession('12345678901234567890-hidden-0987654321')).toBe('12345678901234567890…0987654321')
})

test('a short masked session hides the middle third', () => {
  expect(maskSession('abcdefghi')).toBe('abc…ghi')
  expect(maskSession('a'.repeat(30))).toHaveLength(21)
  expect(maskSession('')).toBe('…')
})

test.each([
  [2.5, 'EUR', '€2.50'],
  [-1234.567, 'EUR', '−€1,234.57'],
  // A no-break space.
  [2, 'CHF', 'CHF\u00a02.00'],
  [3, 'JPY', '¥3.00'],
  [2.5, null, '2.50'],
])('%d in %s is %s', (value, currency, text) => {
  expect(formatMoney(value, currency)).toBe(text)
})

test.each([
  [0.62584, 'EUR', '€0.6258'],
  [1, 'CHF', 'CHF\u00a01.0000'],
  [0.62584, null, '0.6258'],
])('a CPM of %d in %s is %s', (value, currency, text) => {
  expect(formatCpm(value, currency)).toBe(text)
})

test.each([
  [2, '2'],
  [4.24, '4.2'],
  [9.96, '10'],
  [17.4, '17'],
  [1234, '1,234'],
])('a multiple of %d is %s', (times, text) => {
  expect(formatTimes(times)).toBe(text)
})
