import { PLATFORMS, type ItemId, type ItemsWord, type ItemWord, type Platform } from '@/util/platform'
import type { CountMetric } from '@/util/metrics/metrics'
import type { Schema } from './types'

/*
 * Reads fields that are named after a platform's word for items. The parameters have the names of all platforms, of which a
 * response has one.
 */

/** A post or video of any platform. */
export type PlatformItem = Schema<'TopPerformers'>[Platform][number]

type Fields<Name extends string, Value> = Partial<Record<Name, Value>>

export function itemsIn<Item>(platform: Platform, response: Fields<ItemsWord, Item[]>): Item[] {
  return response[PLATFORMS[platform].items] ?? []
}

/** Returns the platform's ID of an item; empty while it is unknown. */
export function itemIdOf(platform: Platform, item: Fields<ItemId, string | null>): string {
  return item[PLATFORMS[platform].itemId.field] ?? ''
}

/** Adds an item's ID, and the time when it was posted if known. */
export function namedItem(platform: Platform, item: PlatformItem) {
  const times: Fields<`${ItemWord}_timestamp`, string | null> = item
  const posted = times[`${PLATFORMS[platform].item}_timestamp`] ?? null
  return { ...item, name: itemIdOf(platform, item), posted }
}

/** Adds the number of an account's collected items. */
export function countedAccount<Account extends Fields<`${ItemWord}_count`, number>>(
  platform: Platform,
  account: Account,
) {
  return { ...account, count: account[`${PLATFORMS[platform].item}_count`] ?? 0 }
}

/** Returns how many new items a scrape found. */
export function foundBy(platform: Platform, scrape: Fields<`${ItemsWord}_processed`, number>): number {
  return scrape[`${PLATFORMS[platform].items}_processed`] ?? 0
}

/** Returns the total of a metric; 0 if the platform does not report it. */
export function totalOf(metric: CountMetric, totals: Fields<`total_${CountMetric}`, number>): number {
  return totals[`total_${metric}`] ?? 0
}

/** Returns the total number of collected items. */
export function itemTotalOf(platform: Platform, totals: Fields<`total_${ItemsWord}`, number>): number {
  return totals[`total_${PLATFORMS[platform].items}`] ?? 0
}

/** Returns the items collected last. */
export function recentItemsIn(
  platform: Platform,
  totals: Fields<`recent_${ItemsWord}`, PlatformItem[]>,
): PlatformItem[] {
  return totals[`recent_${PLATFORMS[platform].items}`] ?? []
}
