import { FORMATS } from '@/util/locale'

export const UTC = 'UTC'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** More than any zone differs from UTC. */
const FARTHEST_MS = 900 * MINUTE_MS
/** The first step of a search through twice that time. */
const LONGEST_STEP_MS = 1024 * MINUTE_MS

let current = UTC

/** Changes the zone of what is formatted from now on; what is on screen stays. */
export function setTimeZone(zone: string): void {
  current = zone
}

/** Returns a function that returns the formatter of a zone. Formatters are kept, because creating one takes longer than using it. */
export function zoned(
  options: Intl.DateTimeFormatOptions,
  locale: string = FORMATS.dates,
): (zone?: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (zone = current) => {
    const formatter = formatters.get(zone) ?? formatterIn(zone, options, locale)
    formatters.set(zone, formatter)
    return formatter
  }
}

function formatterIn(zone: string, options: Intl.DateTimeFormatOptions, locale: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  } catch {
    // The browser is older than the zone. Times in UTC, which tooltips name, are better than no page.
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: UTC })
  }
}

const ofDay = zoned({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-US')

/** Returns the day of a time in milliseconds: `2026-11-21`. */
export function dayAt(time: number, zone = current): string {
  const [month, day, year] = ofDay(zone).format(time).split('/')
  return `${year}-${month}-${day}`
}

/** Returns the day that is this number of days later, in any zone. */
export function addDays(day: string, later: number): string {
  return new Date(Date.parse(day) + later * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the first moment of the day that is `later` days after a day, as an ISO 8601 time. It is not midnight if the clock skips
 * that, so it is searched for.
 */
export function startOfDay(day: string, later = 0, zone = current): string {
  const target = addDays(day, later)
  let start = Date.parse(target) + FARTHEST_MS
  for (let step = LONGEST_STEP_MS; step >= MINUTE_MS; step /= 2)
    if (dayAt(start - step, zone) >= target) start -= step
  return new Date(start).toISOString()
}

/** States the zone of days: `Days are UTC.`, `Days are in Europe/Berlin time.` */
export function daysText(zone = current): string {
  return zone === UTC ? 'Days are UTC.' : `Days are in ${zone} time.`
}

/** States the zone of days that are being recomputed for another one. */
export function daysPendingText(zone = current): string {
  return `Days are still in ${zone} time until the change is complete.`
}
