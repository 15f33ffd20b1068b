const MINUTE = 60
const STEPS: [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60 * MINUTE, 'minute', MINUTE],
  [24 * 60 * MINUTE, 'hour', 60 * MINUTE],
  [30 * 24 * 60 * MINUTE, 'day', 24 * 60 * MINUTE],
  [365 * 24 * 60 * MINUTE, 'month', 30 * 24 * 60 * MINUTE],
  [Number.POSITIVE_INFINITY, 'year', 365 * 24 * 60 * MINUTE],
]

const formatter = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** `just now`, `3 minutes ago`, `in 2 hours`. Both times are in milliseconds. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < MINUTE) return 'just now'
  const step = STEPS.find(([limit]) => distance < limit)
  if (!step) return 'long ago'
  const [, unit, length] = step
  return formatter.format(Math.trunc(seconds / length), unit)
}
