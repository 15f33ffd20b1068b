import type { PlatformItem } from '@/api/fields'
import type { Schema } from '@/api/types'
import type { Period } from '@/util/period'
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

/** Returns the first day with data if a period, or the one it is compared with, begins earlier. */
export function laterStart(first: string | null | undefined, { days, previous }: Period): string | undefined {
  const begins = previous?.from ?? days.from
  return first != null && first > begins ? first : undefined
}
