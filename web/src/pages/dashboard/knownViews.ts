import { formatExact } from '@/util/format'
import { countItems, type Platform } from '@/util/platform'

/** Number of items with known views, if fewer than all: photos, for example, have no view count. */
export function knownViews(platform: Platform, viewed: number, items: number): string | undefined {
  if (viewed >= items) return undefined
  return `Views known for ${formatExact(viewed)} of ${countItems(platform, items)}`
}
