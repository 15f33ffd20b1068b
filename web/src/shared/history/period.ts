import { formatLongTime } from '@/shared/chart/point'

/** The time that days cover, in words: all that were `wanted` (`in 30 days`), or as long as there are any (`since Nov 21, 2026`). */
export function periodOf(days: readonly { day: string }[], wanted: number | undefined): string {
  const [first] = days
  if (wanted !== undefined && days.length >= wanted) return `in ${wanted} days`
  return first === undefined || days.length === 1 ? 'today' : `since ${formatLongTime(first.day)}`
}
