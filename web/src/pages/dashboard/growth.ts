import type { PlatformItem } from '@/api/fields'
import type { Schema } from '@/api/types'
import { formatExact } from '@/util/format'
import { changeOf, type Period } from '@/util/period'
import { PLATFORMS, type Platform } from '@/util/platform'
import { idParameter, withParameters } from '@/util/urlParams'

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

/** The largest percentage that says more than a multiple. */
const MAX_PERCENT = 999

/** Formats a change: `▲ 12%`, `▼ 8%`, `▲ 14×`, `no change`, `none before`. */
export function changeText(now: number, previous: number): string {
  const { difference, percent } = changeOf(now, previous)
  if (difference === 0) return 'no change'
  const arrow = difference > 0 ? '▲' : '▼'
  if (percent === undefined) return previous === 0 ? 'none before' : arrow
  const size = Math.abs(percent)
  if (size > MAX_PERCENT && now > 0) return `${arrow} ${formatExact(Math.round(now / previous))}×`
  return `${arrow} ${size < 1 ? 'under 1' : Math.round(size)}%`
}
