import { formatCount, formatDate, formatExact } from '@/shared/lib/format'

/** A value at a moment; `null` when nothing was measured. Days begin at midnight UTC. */
export type Point = { at: string; value: number | null }

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit' })

const isDay = (at: string) => Date.parse(at) % (24 * 60 * 60 * 1000) === 0

/** `Nov 21` for a day, `02:40 PM` within one. */
export const formatTime = (at: string) => (isDay(at) ? short : time).format(new Date(at))

/** `Nov 21, 2026` for a day, `Nov 21, 02:40 PM` within one. */
export const formatLongTime = (at: string) => (isDay(at) ? long.format(new Date(at)) : formatDate(at))

/** Every digit, with a true minus sign: `12,345`, `−120`. */
export const formatSigned = (value: number) => signed(value, formatExact)

/** Labels of an axis: `12.3K`, `−1.2K`, or every digit where the short form would say the same twice. */
export function tickLabels(ticks: number[]): string[] {
  const labels = ticks.map((tick) => signed(tick, formatCount))
  return new Set(labels).size === labels.length ? labels : ticks.map(formatSigned)
}

function signed(value: number, format: (count: number) => string): string {
  return value < 0 ? `−${format(-value)}` : format(value)
}

/** A value in words: `12,345 views gained`. */
export function describe(value: number | null, unit: string): string {
  return value === null ? 'not measured' : `${formatSigned(value)} ${unit}`
}
