import { DECIMALS } from './business'

const LOCALE = 'en-US'
const THOUSAND = 1_000
const MILLION = 1_000_000
/** The largest number of thousands that does not round to "1000.0K" with one decimal. */
const LARGEST_K = 999.9
/** Rounding error of a division: 0.29 · 1000 is 289.99999999999994. */
const ROUNDING = 1e-9

const exact = new Intl.NumberFormat(LOCALE)
const cpm = fixed(DECIMALS.cpm)
const percent = fixed(DECIMALS.engagement)
const oneDecimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const amount = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 6 })
const short = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const precise = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' })
const shortOfYear = new Intl.DateTimeFormat(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' })

function fixed(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat(LOCALE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** Formats a count: `950`, `1,000`, `1.2K`, `999.9K`, `1.0M`. */
export function formatCount(count: number): string {
  if (count >= MILLION) return `${(count / MILLION).toFixed(DECIMALS.count)}M`
  if (count > THOUSAND) return `${Math.min(count / THOUSAND, LARGEST_K).toFixed(DECIMALS.count)}K`
  return exact.format(count)
}

/** All digits of a count, grouped, for the short form's tooltip. */
export function formatExact(count: number): string {
  return exact.format(count)
}

/** `1 user`, `12 users`, `1,234 users`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatExact(count)} ${count === 1 ? one : many}`
}

/** Cost per thousand views, without a currency. */
export function formatCpm(value: number): string {
  return cpm.format(value)
}

/** An amount of money, without a currency: two decimals, or more if given. */
export function formatAmount(value: number): string {
  return amount.format(value)
}

/** Formats an engagement rate in percent. */
export function formatPercent(value: number): string {
  return `${percent.format(value)}%`
}

/** Short month, day, hour and minute in the user's time zone; with the year if it differs from that of `now`. */
export function formatDate(iso: string, now = new Date()): string {
  const date = new Date(iso)
  return (date.getFullYear() === now.getFullYear() ? short : shortOfYear).format(date)
}

/** Formats a fraction from 0 to 1 as a percentage. Rounded down: only 1 is `100%`. */
export function formatShare(share: number): string {
  return `${oneDecimal.format(Math.floor(share * 1000 + ROUNDING) / 10)}%`
}

/** The full date with year and time zone, for tooltips. */
export function formatFullDate(iso: string): string {
  return full.format(new Date(iso))
}

/** Date with year, and time with seconds: for events in close succession. */
export function formatToTheSecond(iso: string): string {
  return precise.format(new Date(iso))
}
