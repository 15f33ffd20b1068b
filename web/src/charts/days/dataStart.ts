import type { Schema } from '@/api/types'
import { capitalize } from '@/util/format'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { formatDays, type Days, type Period } from '@/util/time/period'

/**
 * States since when there is data, for a period that begins earlier or is compared with one that does: once, or for each platform
 * whose data begin on another day. Platforms without data are omitted.
 */
export function startTexts(trend: Schema<'Trend'>, period: Pick<Period, 'days' | 'previous'>): string[] {
  const starts = PLATFORM_CODES.flatMap((platform) => {
    const day = firstDay(trend, platform)
    return day === undefined ? [] : [{ platform, text: startText(day, period) }]
  })
  const texts = new Set(starts.map(({ text }) => text))
  if (texts.size === 1) return [...texts].flatMap((text) => text ?? []).map(capitalize)
  return starts.flatMap(({ platform, text }) =>
    text === undefined ? [] : `${PLATFORMS[platform].name}: ${text}`,
  )
}

/** Returns the platforms whose data begin after the period that this one is compared with: there is nothing to compare with. */
export function withoutBefore(trend: Schema<'Trend'>, { previous }: Period): Platform[] {
  return PLATFORM_CODES.filter((platform) => {
    const day = firstDay(trend, platform)
    return previous !== undefined && day !== undefined && day > previous.to
  })
}

/** Returns the first day with items. */
const firstDay = (trend: Schema<'Trend'>, platform: Platform): string | undefined =>
  trend[platform].find(({ items }) => items > 0)?.day

function startText(day: string, { days, previous }: Pick<Period, 'days' | 'previous'>): string | undefined {
  if (day <= (previous?.from ?? days.from)) return undefined
  return `data since ${formatDays({ from: day, to: day })}.${previous ? comparisonText(day, previous) : ''}`
}

function comparisonText(day: string, previous: Days): string {
  return day > previous.to ? ' There is nothing to compare with.' : ' The comparison is incomplete.'
}
