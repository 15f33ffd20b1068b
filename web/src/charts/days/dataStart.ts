import type { Schema } from '@/api/types'
import { capitalize } from '@/util/format'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { formatDays, type Days, type Period } from '@/util/time/period'

/**
 * States since when there is data, for a period that begins earlier or is compared with one that does: once, or for each platform
 * whose data begin on another day. Platforms without data are omitted.
 */
export function startTexts(trend: Schema<'Trend'>, period: Pick<Period, 'days' | 'previous'>): string[] {
  const starts = PLATFORM_CODES.flatMap((platform) => {
    const day = firstDay(trend[platform])
    return day === undefined ? [] : [{ platform, text: startText(day, period) }]
  })
  const texts = new Set(starts.map(({ text }) => text))
  if (texts.size === 1) return [...texts].flatMap((text) => text ?? []).map(capitalize)
  return starts.flatMap(({ platform, text }) =>
    text === undefined ? [] : `${PLATFORMS[platform].name}: ${text}`,
  )
}

/**
 * Returns whether the days can be compared with the period before: there is one, and their data begin earlier. A part of a period would
 * make any growth look large. So would the first day with data, on which little was gained because nothing was known before.
 */
export function isComparable(
  days: readonly Schema<'TrendDay'>[],
  { previous }: Pick<Period, 'previous'>,
): boolean {
  const day = firstDay(days)
  return previous !== undefined && (day === undefined || day < previous.from)
}

/** Returns the first day with items. */
const firstDay = (days: readonly Schema<'TrendDay'>[]): string | undefined =>
  days.find(({ items }) => items > 0)?.day

function startText(day: string, { days, previous }: Pick<Period, 'days' | 'previous'>): string | undefined {
  if (previous ? day < previous.from : day <= days.from) return undefined
  return `data since ${formatDays({ from: day, to: day })}.${previous ? comparisonText(day, previous) : ''}`
}

function comparisonText(day: string, previous: Days): string {
  return day > previous.to
    ? ' There is nothing to compare with.'
    : ' The period before is incomplete, so it is not compared.'
}
