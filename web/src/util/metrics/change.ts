import { formatChange, formatExact, formatWholePercent, signed } from '@/util/format'
import { changeOf } from '@/util/time/period'

/** The largest percentage that says more than a multiple. */
const MAX_PERCENT = 999

/** Formats a change: `▲ 12%`, `▼ 8%`, `▲ 14×`, `no change`, `none before`. */
export function changeText(now: number, previous: number): string {
  const { difference, percent } = changeOf(now, previous)
  if (difference === 0) return 'no change'
  const arrow = difference > 0 ? '▲' : '▼'
  if (percent === undefined) return previous === 0 ? 'none before' : arrow
  if (Math.abs(percent) > MAX_PERCENT && now > 0)
    return `${arrow} ${formatExact(Math.round(now / previous))}×`
  return `${arrow} ${formatWholePercent(percent)}`
}

/**
 * Whether two values look the same: what differs in no displayed decimal is rounding. Shortened counts may look the same too, but
 * differ by as much as their change says.
 */
export function looksSame(now: number, previous: number, format: (value: number) => string): boolean {
  return now === previous || (format !== formatChange && format(now) === format(previous))
}

/** Formats a difference of two values with its sign. `format` formats one of them, and may write signs itself. */
export function differenceText(difference: number, format: (value: number) => string): string {
  if (format === formatChange) return format(difference)
  return (difference > 0 ? '+' : '') + signed(difference, format)
}
