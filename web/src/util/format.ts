import { DECIMALS, SESSIONS } from './constants'
import { FORMATS } from './locale'
import { dayAt, zoned } from './time/timeZone'

const LOCALE = FORMATS.numbers
const THOUSAND = 1_000
const MILLION = 1_000_000
/** The largest number of thousands that does not round to "1000.0K" with one decimal. */
const MAX_K = 999.9
/** Rounding error of a division: 0.29 · 1000 is 289.99999999999994. */
const ROUNDING = 1e-9

const exact = new Intl.NumberFormat(LOCALE)
const cpm = fixed(DECIMALS.cpm)
const percent = fixed(DECIMALS.engagement)
const rounded = fixed(DECIMALS.count, false)
const oneDecimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const amount = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 6 })
const ofDay = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const short = zoned(ofDay)
const shortOfYear = zoned({ year: 'numeric', ...ofDay })
const precise = zoned({ dateStyle: 'medium', timeStyle: 'medium' })
const full = zoned({ dateStyle: 'full', timeStyle: 'long' })

function fixed(decimals: number, useGrouping = true): Intl.NumberFormat {
  return new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping,
  })
}

/** Formats a count: `950`, `1,000`, `1.2K`, `999.9K`, `1.0M`. */
export function formatCount(count: number): string {
  if (count >= MILLION) return `${rounded.format(count / MILLION)}M`
  if (count > THOUSAND) return `${rounded.format(Math.min(count / THOUSAND, MAX_K))}K`
  return exact.format(count)
}

/** Below this, a number of posts, accounts or users is shown with all digits. */
const FULL_BELOW = 10_000

/** Formats a number of posts, accounts or users: `9,999`, `12.3K`. */
export function formatQuantity(count: number): string {
  return count < FULL_BELOW ? exact.format(count) : formatCount(count)
}

/** Formats all digits of a count, grouped, for the short form's tooltip. */
export function formatExact(count: number): string {
  return exact.format(count)
}

/** Formats a number with a true minus sign. */
export function signed(value: number, format: (count: number) => string): string {
  return value < 0 ? `−${format(-value)}` : format(value)
}

/** Formats a number with all digits and a true minus sign: `12,345`, `−120`. */
export const formatSigned = (value: number) => signed(value, formatExact)

/** Formats a change with its sign: `+12.3K`, `−120`, `0`. */
export const formatChange = (value: number) => (value > 0 ? '+' : '') + signed(value, formatCount)

/** Returns a word with a capital letter. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Formats a count with its noun: `1 user`, `12 users`, `1,234 users`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatExact(count)} ${count === 1 ? one : many}`
}

/** Formats a cost per thousand views, in a currency if there is one. */
export function formatCpm(value: number, currency: string | null = null): string {
  return currency === null ? cpm.format(value) : formatMoney(value, currency, DECIMALS.cpm)
}

/** Formats money without a currency: with two decimals, or more if given. */
export function formatAmount(value: number): string {
  return amount.format(value)
}

/** Formats money in a currency, an ISO 4217 code: `€2.50`, `CHF 2.50`; without one if there is none. */
export function formatMoney(value: number, currency: string | null, decimals = 2): string {
  const style = currency === null ? {} : { style: 'currency' as const, currency }
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(LOCALE, { ...style, ...digits }).format(value).replace('-', '−')
}

/** Formats an engagement rate in percent. */
export function formatPercent(value: number): string {
  return `${percent.format(value)}%`
}

/** Formats the size of a change in whole percent: `12%`, `under 1%`. */
export function formatWholePercent(value: number): string {
  const size = Math.abs(value)
  return `${size < 1 ? 'under 1' : formatExact(Math.round(size))}%`
}

/** Formats month, day, hour and minute; with the year if it differs from that of `now`. */
export function formatDate(iso: string, now = new Date(), zone?: string): string {
  const date = new Date(iso)
  const [year, thisYear] = [date, now].map((time) => dayAt(time.getTime(), zone).slice(0, 4))
  return (year === thisYear ? short : shortOfYear)(zone).format(date)
}

/** Formats a fraction from 0 to 1 as a percentage. Rounded down: only 1 is `100%`. */
export function formatShare(share: number): string {
  return `${oneDecimal.format(Math.floor(share * 1000 + ROUNDING) / 10)}%`
}

/** Formats a number with at most one decimal: `12.3`, `1,200`. */
export function formatDecimal(value: number): string {
  return oneDecimal.format(value)
}

/** Formats a number with one decimal: `12.0`, `1200.0`. */
export function formatTenths(value: number): string {
  return rounded.format(value)
}

/** Formats a multiple: `4.2`, `17`. */
export function formatTimes(times: number): string {
  return times < 10 ? oneDecimal.format(times) : exact.format(Math.round(times))
}

/** Formats the full date with year and time zone, for tooltips. */
export function formatFullDate(iso: string, zone?: string): string {
  return full(zone).format(new Date(iso))
}

/** Formats the date with year, and the time with seconds: for events in close succession. */
export function formatToTheSecond(iso: string, zone?: string): string {
  return precise(zone).format(new Date(iso))
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Formats a duration in whole seconds: `8 s`, `1 min 35 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds === 0) return 'under 1 s'
  if (seconds < MINUTE) return `${seconds} s`
  if (seconds < HOUR) return durationParts(seconds, MINUTE, 'min', 1, 's')
  return durationParts(seconds, HOUR, 'h', MINUTE, 'min')
}

function durationParts(
  seconds: number,
  large: number,
  largeUnit: string,
  small: number,
  smallUnit: string,
): string {
  const rest = Math.floor((seconds % large) / small)
  return `${Math.floor(seconds / large)} ${largeUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`
}

const RELATIVE_STEPS: [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60 * MINUTE, 'minute', MINUTE],
  [24 * 60 * MINUTE, 'hour', 60 * MINUTE],
  [30 * 24 * 60 * MINUTE, 'day', 24 * 60 * MINUTE],
  [365 * 24 * 60 * MINUTE, 'month', 30 * 24 * 60 * MINUTE],
  [Number.POSITIVE_INFINITY, 'year', 365 * 24 * 60 * MINUTE],
]

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** Formats a time as seen from now: `just now`, `3 minutes ago`, `in 2 hours`. Both times are in milliseconds. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < MINUTE) return 'just now'
  const step = RELATIVE_STEPS.find(([limit]) => distance < limit)
  if (!step) return 'long ago'
  const [, unit, length] = step
  return relative.format(Math.trunc(seconds / length), unit)
}

const ELLIPSIS = '…'

/**
 * Masks a session identifier: its first 20 characters, an ellipsis and its last 10. If the value is too short for that to hide
 * anything, only its outer thirds are shown.
 */
export function maskSession(value: string): string {
  const { maskHead, maskTail } = SESSIONS
  if (value.length > maskHead + maskTail) return value.slice(0, maskHead) + ELLIPSIS + value.slice(-maskTail)
  const third = Math.floor(value.length / 3)
  return value.slice(0, third) + ELLIPSIS + value.slice(value.length - third)
}
