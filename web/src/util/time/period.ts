import { FORMATS } from '@/util/locale'
import { addDays, daysText } from './timeZone'
import { parseDay, withParameters } from '@/util/url/urlParams'

/** Periods with a name, and `custom` for chosen days. */
export const PERIODS = [
  { value: 'today', label: 'Today' },
  { value: '7-days', label: 'Last 7 days' },
  { value: '28-days', label: 'Last 28 days' },
  { value: '90-days', label: 'Last 90 days' },
  { value: 'this-week', label: 'This week' },
  { value: 'last-week', label: 'Last week' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'custom', label: 'Custom' },
] as const

export type PeriodName = (typeof PERIODS)[number]['value']

export const USUAL_PERIOD: PeriodName = '7-days'

/** Days from the first to the last one: `2026-11-21`. */
export type Days = { from: string; to: string }

/** A period and the one it is compared with. */
export type Period = {
  name: PeriodName
  days: Days
  /** Undefined if the period contains today, which is not complete, so that a comparison would always show a decrease. */
  previous: Days | undefined
}

const DAY_MS = 86_400_000
/** The longest period that the API accepts. */
const MAX_DAYS = 366
/** The first day that can be chosen: before both platforms. The API accepts days from 2000 on. */
export const FIRST_DAY = '2010-01-01'

export function isPeriodName(text: string | null): text is PeriodName {
  return PERIODS.some(({ value }) => value === text)
}

/** Returns the number of days, including both. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** Returns the first day of the month that is this number of months later. */
function startOfMonth(day: string, later = 0): string {
  const date = new Date(day)
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1)
  return new Date(start).toISOString().slice(0, 10)
}

/** Returns the Monday of the day's week. */
function startOfWeek(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** Returns the days of the same length before. */
function before(days: Days): Days {
  const length = lengthOf(days)
  return { from: addDays(days.from, -length), to: addDays(days.from, -1) }
}

/**
 * Returns the days of a period: complete days only, except today. A week or month that has just begun has no complete day, so it
 * is that of the day before. A week or month is compared with the same days of the one before.
 */
export function periodOf(name: PeriodName, today: string, chosen?: Days): Period {
  const yesterday = addDays(today, -1)
  const last = (length: number): Period => {
    const days = { from: addDays(today, -length), to: yesterday }
    return { name, days, previous: before(days) }
  }
  const week = (days: Days): Period => ({
    name,
    days,
    previous: { from: addDays(days.from, -7), to: addDays(days.to, -7) },
  })
  switch (name) {
    case 'today':
      return { name, days: { from: today, to: today }, previous: undefined }
    case '7-days':
      return last(7)
    case '28-days':
      return last(28)
    case '90-days':
      return last(90)
    case 'this-week':
      return week({ from: startOfWeek(yesterday), to: yesterday })
    case 'last-week': {
      const from = addDays(startOfWeek(today), -7)
      return week({ from, to: addDays(from, 6) })
    }
    case 'this-month': {
      const days = { from: startOfMonth(yesterday), to: yesterday }
      const from = startOfMonth(days.from, -1)
      const end = addDays(days.from, -1)
      const to = addDays(from, lengthOf(days) - 1)
      return { name, days, previous: { from, to: to < end ? to : end } }
    }
    case 'last-month': {
      const from = startOfMonth(today, -1)
      return {
        name,
        days: { from, to: addDays(startOfMonth(today), -1) },
        previous: { from: startOfMonth(from, -1), to: addDays(from, -1) },
      }
    }
    case 'custom': {
      const days = chosen ?? { from: addDays(today, -7), to: yesterday }
      return { name, days, previous: days.to < today ? before(days) : undefined }
    }
  }
}

/** Days with a name. Those that have not ended are open: `to` is empty. */
export type NamedDays = { name: Exclude<PeriodName, 'today' | 'custom'>; label: string } & Days

/** Returns the named periods as ranges of days with their labels. */
export function presetDays(today: string): NamedDays[] {
  const begins = {
    '7-days': addDays(today, -6),
    '28-days': addDays(today, -27),
    '90-days': addDays(today, -89),
    'this-week': startOfWeek(today),
    'this-month': startOfMonth(today),
  }
  return PERIODS.flatMap(({ value, label }) => {
    if (value === 'today' || value === 'custom') return []
    const days =
      value === 'last-week' || value === 'last-month'
        ? periodOf(value, today).days
        : { from: begins[value], to: '' }
    return [{ name: value, label, ...days }]
  })
}

/**
 * Returns the named period with these days. Several may have the same days: on a Sunday, this week is the last 7 days. Of those, it is
 * the one with the `chosen` name, or else the first.
 */
export function presetOf(
  presets: readonly NamedDays[],
  { from, to }: Days,
  chosen: string | null,
): NamedDays | undefined {
  const same = presets.filter((preset) => preset.from === from && preset.to === to)
  return same.find(({ name }) => name === chosen) ?? same[0]
}

/**
 * Returns the chosen days in order, at most as many as the API accepts, and none after today or before the first day; undefined
 * if there are none.
 */
export function chosenDays(from: string, to: string, today: string): Days | undefined {
  const [first, second] = [parseDay(from), parseDay(to)]
  if (first === '' || second === '') return undefined
  const [start = today, end = today] = [first, second].map((day) => within(day, today)).toSorted()
  return withLastDay({ from: start, to: end }, end)
}

function within(day: string, today: string): string {
  if (day > today) return today
  return day < FIRST_DAY ? FIRST_DAY : day
}

/** Returns the days with another first day. The last day follows if there would be too many days, or none. */
export function withFirstDay({ to }: Days, from: string): Days {
  const longest = addDays(from, MAX_DAYS - 1)
  return { from, to: to < from ? from : to > longest ? longest : to }
}

/** Returns the days with another last day. The first day follows if there would be too many days, or none. */
export function withLastDay({ from }: Days, to: string): Days {
  const longest = addDays(to, 1 - MAX_DAYS)
  return { from: from > to ? to : from < longest ? longest : from, to }
}

const shortDay = new Intl.DateTimeFormat(FORMATS.dates, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat(FORMATS.dates, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats days: `Nov 21, 2026`, `Nov 15 – Nov 21, 2026`, `Dec 29, 2025 – Jan 4, 2026`. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return fullDay.format(new Date(from))
  const [first, last] = [new Date(from), new Date(to)]
  const sameYear = first.getUTCFullYear() === last.getUTCFullYear()
  return `${(sameYear ? shortDay : fullDay).format(first)} – ${fullDay.format(last)}`
}

/** Describes a period: `Nov 15 – Nov 21, 2026, compared with Nov 8 – Nov 14, 2026. Days are UTC.` */
export function describePeriod({ name, days, previous }: Period): string {
  const compared = previous ? `, compared with ${formatDays(previous)}` : ''
  return `${name === 'today' ? 'today so far' : formatDays(days)}${compared}. ${daysText()}`
}

/** Names a period after what was gained in it: `in the last 7 days`, `this week`, `(Nov 15 – Nov 21, 2026)`. */
export function periodPhrase({ name, days }: Period): string {
  if (name === 'custom') return `(${formatDays(days)})`
  if (name === 'today') return 'today so far'
  const words = name.replace('-', ' ')
  return name.endsWith('-days') ? `in the last ${words}` : words
}

/** A change against an earlier value: the difference, and in percent if the earlier value is positive. */
export function changeOf(now: number, previous: number): { difference: number; percent: number | undefined } {
  const difference = now - previous
  return { difference, percent: previous > 0 ? (100 * difference) / previous : undefined }
}

/** Returns the parameters of another view of the page, with the period in the URL. */
export function withPeriod(search: URLSearchParams, now: URLSearchParams): URLSearchParams {
  const kept = ['period', 'from', 'to'].map((name) => [name, now.get(name) ?? ''])
  return withParameters(search, Object.fromEntries(kept))
}
