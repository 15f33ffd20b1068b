import { afterEach, expect, it } from 'vitest'
import {
  changeOf,
  chosenDays,
  describePeriod,
  formatDays,
  lengthOf,
  periodOf,
  periodPhrase,
  presetDays,
  presetOf,
  withFirstDay,
  withLastDay,
  type PeriodName,
} from './period'
import { setTimeZone, UTC } from './timeZone'

afterEach(() => setTimeZone(UTC))

const days = (from: string, to: string) => ({ from, to })

it.each<[PeriodName, string, string, string, string, string]>([
  ['7-days', '2026-11-26', '2026-11-19', '2026-11-25', '2026-11-12', '2026-11-18'],
  ['28-days', '2026-03-02', '2026-02-02', '2026-03-01', '2026-01-05', '2026-02-01'],
  ['90-days', '2026-11-26', '2026-08-28', '2026-11-25', '2026-05-30', '2026-08-27'],
  // A Thursday.
  ['this-week', '2026-11-26', '2026-11-23', '2026-11-25', '2026-11-16', '2026-11-18'],
  // A Monday: the week that has just ended.
  ['this-week', '2026-11-23', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['last-week', '2026-11-26', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['last-week', '2026-11-22', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
  ['this-month', '2026-11-26', '2026-11-01', '2026-11-25', '2026-10-01', '2026-10-25'],
  // February has no 30th.
  ['this-month', '2026-03-31', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['this-month', '2026-01-01', '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30'],
  ['last-month', '2026-03-15', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
])('period of %s on %s is %s to %s, compared with %s to %s', (name, today, from, to, earlier, until) => {
  const period = periodOf(name, today)
  expect(period.days).toEqual(days(from, to))
  expect(period.previous).toEqual(days(earlier, until))
})

it('today is compared with nothing', () => {
  expect(periodOf('today', '2026-11-26')).toEqual({
    name: 'today',
    days: days('2026-11-26', '2026-11-26'),
    previous: undefined,
  })
})

it('a chosen period is compared only if it is over', () => {
  const today = '2026-11-26'
  expect(periodOf('custom', today, days('2026-11-24', '2026-11-25')).previous).toEqual(
    days('2026-11-22', '2026-11-23'),
  )
  expect(periodOf('custom', today, days('2026-11-24', today)).previous).toBeUndefined()
})

it.each([
  ['2026-11-01', '2026-11-10', days('2026-11-01', '2026-11-10')],
  // Reversed.
  ['2026-11-10', '2026-11-01', days('2026-11-01', '2026-11-10')],
  // Partly in the future, and entirely.
  ['2026-11-20', '2027-11-10', days('2026-11-20', '2026-11-26')],
  ['2027-01-01', '2027-11-10', days('2026-11-26', '2026-11-26')],
  // Longer than a year.
  ['2020-01-01', '2026-11-10', days('2025-11-10', '2026-11-10')],
  // Before the first day.
  ['0001-01-01', '2010-01-05', days('2010-01-01', '2010-01-05')],
  ['0001-01-01', '0002-01-05', days('2010-01-01', '2010-01-01')],
  ['2026-11-01', '', undefined],
  ['yesterday', '2026-11-10', undefined],
])('chosen days from %s to %s are %o', (from, to, expected) => {
  expect(chosenDays(from, to, '2026-11-26')).toEqual(expected)
})

it.each([
  ['2026-11-05', days('2026-11-05', '2026-11-10')],
  ['2026-11-20', days('2026-11-20', '2026-11-20')],
  ['2020-01-01', days('2020-01-01', '2020-12-31')],
])('with %s as the first day, the days are %o', (from, expected) => {
  expect(withFirstDay(days('2026-11-01', '2026-11-10'), from)).toEqual(expected)
})

it.each([
  ['2026-11-20', days('2026-11-01', '2026-11-20')],
  ['2026-10-20', days('2026-10-20', '2026-10-20')],
  ['2028-12-31', days('2028-01-01', '2028-12-31')],
])('with %s as the last day, the days are %o', (to, expected) => {
  expect(withLastDay(days('2026-11-01', '2026-11-10'), to)).toEqual(expected)
})

it.each([
  ['2026-11-21', '2026-11-21', 'Nov 21, 2026', 1],
  ['2026-11-15', '2026-11-21', 'Nov 15 – Nov 21, 2026', 7],
  ['2025-12-29', '2026-01-04', 'Dec 29, 2025 – Jan 4, 2026', 7],
])('days from %s to %s are formatted as %s', (from, to, text, length) => {
  expect(formatDays({ from, to })).toBe(text)
  expect(lengthOf({ from, to })).toBe(length)
})

it.each<[PeriodName, string, string]>([
  ['today', 'UTC', 'today so far. Days are UTC.'],
  ['7-days', 'UTC', 'Nov 19 – Nov 25, 2026, compared with Nov 12 – Nov 18, 2026. Days are UTC.'],
  ['today', 'Asia/Kolkata', 'today so far. Days are in Asia/Kolkata time.'],
])('the period %s in %s is described as %s', (name, zone, text) => {
  setTimeZone(zone)
  expect(describePeriod(periodOf(name, '2026-11-26'))).toBe(text)
})

it.each([
  [120, 100, 20, 20],
  [80, 100, -20, -20],
  [50, 0, 50, undefined],
  [0, 0, 0, undefined],
  // The platform took views back in the earlier period.
  [50, -10, 60, undefined],
])('change of %d against %d is %d', (now, previous, difference, percent) => {
  expect(changeOf(now, previous)).toEqual({ difference, percent })
})

it('days of posting are offered by name, up to now unless the period has ended', () => {
  expect(presetDays('2026-11-26')).toEqual([
    { name: '7-days', label: 'Last 7 days', from: '2026-11-20', to: '' },
    { name: '28-days', label: 'Last 28 days', from: '2026-10-30', to: '' },
    { name: '90-days', label: 'Last 90 days', from: '2026-08-29', to: '' },
    { name: 'this-week', label: 'This week', from: '2026-11-23', to: '' },
    { name: 'last-week', label: 'Last week', from: '2026-11-16', to: '2026-11-22' },
    { name: 'this-month', label: 'This month', from: '2026-11-01', to: '' },
    { name: 'last-month', label: 'Last month', from: '2026-10-01', to: '2026-10-31' },
  ])
  // A Monday, and the first of a month.
  for (const [today, begin] of [
    ['2026-11-30', 'This week'],
    ['2026-12-01', 'This month'],
  ] as const)
    expect(presetDays(today).find(({ label }) => label === begin)?.from).toBe(today)
})

it.each([
  // A Sunday: this week and the last 7 days are the same.
  ['2026-11-29', '2026-11-23', 'this-week', 'this-week'],
  ['2026-11-29', '2026-11-23', null, '7-days'],
  ['2026-11-29', '2026-11-23', 'tomorrow', '7-days'],
  // A 28th.
  ['2026-11-28', '2026-11-01', 'this-month', 'this-month'],
  ['2026-11-28', '2026-11-01', '', '28-days'],
  // The next day, and the next week.
  ['2026-11-30', '2026-11-24', 'this-week', '7-days'],
  ['2026-12-08', '2026-11-23', 'this-week', undefined],
])('on %s, the days from %s that were chosen as %s are named %s', (today, from, chosen, name) => {
  expect(presetOf(presetDays(today), days(from, ''), chosen)?.name).toBe(name)
})

it.each<[PeriodName, string]>([
  ['today', 'today so far'],
  ['7-days', 'in the last 7 days'],
  ['90-days', 'in the last 90 days'],
  ['this-week', 'this week'],
  ['last-month', 'last month'],
  ['custom', '(Nov 1 – Nov 2, 2026)'],
])('what was gained in the period %s is followed by %s', (name, phrase) => {
  expect(periodPhrase(periodOf(name, '2026-11-26', days('2026-11-01', '2026-11-02')))).toBe(phrase)
})
