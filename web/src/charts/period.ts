import { formatLongTime } from './point'

/** The period of the days as text: `in 30 days` if all `requested` days exist, else `since Nov 21, 2026`. */
export function periodOf(days: readonly { day: string }[], requested: number | undefined): string {
  const [first] = days
  if (requested !== undefined && days.length >= requested) return `in ${requested} days`
  return first === undefined || days.length === 1 ? 'today' : `since ${formatLongTime(first.day)}`
}
