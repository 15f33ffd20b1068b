import { formatCount, formatSigned, signed } from '@/util/format'
import { FORMATS } from '@/util/locale'
import { dayAt, zoned } from '@/util/time/timeZone'

/** A value on a day (`2026-11-21`), at an ISO 8601 time, or at another position of the axis; `null` if nothing was measured. */
export type Point = { at: string; value: number | null }

/** How the positions of the points are shown. */
export type Axis = {
  /** Heading of the positions in a table. */
  title: string
  /** Returns the format of labels, which depends on the range. */
  labels: (positions: string[]) => (at: string) => string
  /** Formats one position in full. */
  describe: (at: string) => string
}

const DAY = 24 * 60 * 60 * 1000
/** From this span on, about a year, a label needs the year. */
const LONG_RANGE = 300 * DAY

// A day is the same in every zone.
const short = new Intl.DateTimeFormat(FORMATS.dates, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(FORMATS.dates, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat(FORMATS.dates, { dateStyle: 'medium', timeZone: 'UTC' })

const time = zoned({ hour: 'numeric', minute: '2-digit' })
const dayAndHour = zoned({ month: 'short', day: 'numeric', hour: 'numeric' })
/** Names the zone, which tells the two equal hours apart when the clock is set back. */
const longTime = zoned({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

const isDay = (at: string) => /^\d{4}-\d\d-\d\d$/.test(at)

/**
 * Formats the times of an axis: `Nov 21` for days, `Nov 2026` in a range of many months, `02:40 PM` within a day, and
 * `Nov 21, 2 PM` if the times are of several days.
 */
export function timeLabel(times: string[]): (at: string) => string {
  const [first, last] = [Date.parse(times[0] ?? ''), Date.parse(times.at(-1) ?? '')]
  if (times.every(isDay)) {
    const days = last - first > LONG_RANGE ? month : short
    return (at) => days.format(new Date(at))
  }
  const moments = dayAt(first) === dayAt(last) ? time() : dayAndHour()
  return (at) => moments.format(new Date(at))
}

/** Formats a time: `Nov 21, 2026` for a day, `Nov 21, 2026, 02:40 PM UTC` within one. */
export const formatLongTime = (at: string) => (isDay(at) ? long : longTime()).format(new Date(at))

export const TIMES: Axis = { title: 'Time', labels: timeLabel, describe: formatLongTime }

/** Formats the values of an axis: `12.3K`, `−1.2K`, or all digits if two short labels would be equal. */
export function tickLabels(ticks: number[]): string[] {
  const labels = ticks.map((tick) => signed(tick, formatCount))
  return new Set(labels).size === labels.length ? labels : ticks.map(formatSigned)
}

/** Formats a value with its unit: `12,345 views gained`. An index has none. */
export function describeValue(value: number | null, unit: string): string {
  return value === null ? 'no data' : `${formatSigned(value)} ${unit}`.trimEnd()
}
