import type { Schema } from '@/api/types'
import { COUNT_OPTIONS } from '@/util/metrics/metrics'

type Day = Schema<'TrendDay'>

const ZEROS = Object.fromEntries(
  COUNT_OPTIONS.flatMap(({ value }) => [
    [value, 0],
    [`gained_${value}`, 0],
  ]),
)

/** Returns a day for tests, with one item; counts and gains that are not given are 0. */
export function testDay(day: string, given: Partial<Day>): Day {
  return { ...ZEROS, day, items: 1, ...given } as Day
}
