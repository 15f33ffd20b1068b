import { formatCount, formatExact } from '@/shared/lib/format'

/** A value of a day, `2026-11-21`; `null` when nothing was measured. */
export type DayPoint = { day: string; value: number | null }

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21` */
export const formatDay = (day: string) => short.format(new Date(day))

/** `Nov 21, 2026` */
export const formatLongDay = (day: string) => long.format(new Date(day))

/** Every digit, with a true minus sign: `12,345`, `−120`. */
export const formatSigned = (value: number) => signed(value, formatExact)

/** The short form for axes: `12.3K`, `−1.2K`. */
export const formatTick = (value: number) => signed(value, formatCount)

function signed(value: number, format: (count: number) => string): string {
  return value < 0 ? `−${format(-value)}` : format(value)
}

/** A day's value in words: `12,345 views gained`. */
export function describe(value: number | null, unit: string): string {
  return value === null ? 'not measured' : `${formatSigned(value)} ${unit}`
}
