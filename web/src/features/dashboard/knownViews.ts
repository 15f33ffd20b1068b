import { formatExact } from '@/shared/lib/format'
import { countItems, type Platform } from '@/shared/lib/platform'

/** Of how many items a number of views is made, when not of all: photos, for example, show none. */
export function knownViews(platform: Platform, viewed: number, items: number): string | undefined {
  if (viewed >= items) return undefined
  return `Views known for ${formatExact(viewed)} of ${countItems(platform, items)}`
}
