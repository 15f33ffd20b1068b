import type { PlatformItem } from '@/api/fields'
import type { Schema } from '@/api/types'
import type { Period } from '@/util/time/period'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { idParameter, withParameters } from '@/util/url/urlParams'

export type Gains = Schema<'Gains'>

/** An item with the views that it gained and their cost; `cost` is null if none is set. */
type GainedItem = { item: PlatformItem; gained_views: number; cost: number | null }

/** Returns the items that gained the most views. `item` holds the field that is named differently on each platform. */
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
