import type { PlatformItem } from '@/api/fields'
import type { Schema } from '@/api/types'
import { capitalize } from '@/util/format'
import { formatDays, type Days, type Period } from '@/util/time/period'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { idParameter, withParameters } from '@/util/url/urlParams'

export type Gains = Schema<'Gains'>

/** An item with the views that it gained and their cost; `cost` is null if none is set. */
type GainedItem = { item: PlatformItem; gained_views: number; cost: number | null }

/** Returns the items that gained the most views, with the field of the platform's word for items as `item`. */
export function gainedItems(platform: Platform, gains: Gains): GainedItem[] {
  type Row = { gained_views: number; cost?: number | null } & Partial<
    Record<(typeof PLATFORMS)[Platform]['item'], PlatformItem>
  >
  const rows: Row[] = gains[platform].top
  return rows.flatMap((row) => {
    const item = row[PLATFORMS[platform].item]
    return item ? [{ item, gained_views: row.gained_views, cost: row.cost ?? null }] : []
  })
}

/** Returns the address of the statement of the same group and period. */
export function statementOf(groupId: number | undefined, { name, days }: Period): string {
  const parameters = withParameters(new URLSearchParams(), {
    group: idParameter(groupId),
    period: name,
    ...(name === 'custom' && days),
  })
  return `/statement?${parameters.toString()}`
}

/** Returns the address of all content by the views gained in the same period, for the same group; undefined for chosen days. */
export function gainedContentOf(groupId: number | undefined, { name }: Period): string | undefined {
  if (name === 'custom') return undefined
  const parameters = withParameters(new URLSearchParams(), {
    tab: 'all',
    sort: 'gained',
    gained: name,
    group: idParameter(groupId),
  })
  return `/all-data?${parameters.toString()}`
}

/**
 * States since when there is data, for a period that begins earlier or is compared with one that does: once, or for each platform
 * whose data begin on another day. Platforms without data are omitted.
 */
export function startTexts(trend: Schema<'Trend'>, period: Period): string[] {
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

function startText(day: string, { days, previous }: Period): string | undefined {
  if (day <= (previous?.from ?? days.from)) return undefined
  return `data since ${formatDays({ from: day, to: day })}.${previous ? comparisonText(day, previous) : ''}`
}

function comparisonText(day: string, previous: Days): string {
  return day > previous.to ? ' There is nothing to compare with.' : ' The comparison is incomplete.'
}

/** Returns the sum of all platforms; the cost is undefined if none is set. */
export function totalOf(
  gains: Gains,
  when: 'gained' | 'previous',
): { views: number; cost: number | undefined } {
  const sums = PLATFORM_CODES.map((platform) => gains[platform][when])
  const cents = sums.flatMap(({ cost }) => (cost == null ? [] : Math.round(cost * 100)))
  return {
    views: sums.reduce((total, { views }) => total + views, 0),
    cost: cents.length === 0 ? undefined : cents.reduce((total, cost) => total + cost) / 100,
  }
}

type CostedViews = { cost?: number | null; views: number }

/**
 * Returns what a thousand of the gained views cost; undefined without a cost or gained views. `hasExceptions`: some accounts may have no
 * cost, and their views are not known apart.
 */
export function cpmOfGains({ cost, views }: CostedViews, hasExceptions: boolean): number | undefined {
  return hasExceptions || cost == null || views <= 0 ? undefined : (1000 * cost) / views
}
