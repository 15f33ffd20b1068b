import { formatExact } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import type { Account } from './model'

/**
 * Note that the platform's list omits items that the account's profile counts; empty if it does not or if that is unknown. Without
 * the note, a user comparing the numbers with the profile would suspect an error here.
 */
export function formatGap(
  platform: Platform,
  { count, gap }: Pick<Account, 'count' | 'gap'>,
): string | undefined {
  if (gap == null || gap <= 0) return undefined
  const { name, items } = PLATFORMS[platform]
  const all = `${formatExact(gap)} of ${formatExact(count + gap)} ${items}`
  return `${all} ${gap === 1 ? 'is' : 'are'} not in the list that ${name} shows`
}
