import { formatLongTime } from '@/shared/chart/point'

/** The time that days cover, in words: all that were `wanted` (`in 30 days`), or as long as there are any (`since Nov 21, 2026`). */
export function periodOf(days: readonly { day: string }[], requested: number | undefined): string {
  const [first] = days
  if (requested !== undefined && days.length >= requested) return `in ${requested} days`
  return first === undefined || days.length === 1 ? 'today' : `since ${formatLongTime(first.day)}`
}
