import { INTERVAL_MINUTES } from '@/util/constants'

const { min, max } = INTERVAL_MINUTES

/** Validates a whole number of minutes in the allowed range. */
export function intervalRule(value: number | ''): string | null {
  const good = Number.isInteger(value) && value !== '' && value >= min && value <= max
  return good ? null : `A whole number from ${min} to ${max}`
}

/** Validates the same, but the field may be blank. */
export function optionalIntervalRule(value: number | ''): string | null {
  return value === '' ? null : intervalRule(value)
}
