import { INTERVAL_MINUTES } from '@/util/constants'
import type { Platform } from '@/util/platform'

const { min, max } = INTERVAL_MINUTES

/** Field of a group with its scrape interval on a platform. */
export type IntervalField = `${Platform}_interval`

export const intervalField = (platform: Platform): IntervalField => `${platform}_interval`

/** Validates a whole number of minutes in the allowed range. */
export function intervalRule(value: number | ''): string | null {
  const good = Number.isInteger(value) && value !== '' && value >= min && value <= max
  return good ? null : `Enter a whole number from ${min} to ${max}`
}

/** Validates the same, but the field may be blank. */
export function optionalIntervalRule(value: number | ''): string | null {
  return value === '' ? null : intervalRule(value)
}
