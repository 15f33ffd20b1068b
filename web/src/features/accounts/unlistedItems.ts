import { formatExact } from '@/shared/lib/format'
import { PLATFORMS, type Platform } from '@/shared/lib/platform'
import type { Account } from './model'

/**
 * That the platform's list leaves out items that the account's profile counts; nothing while it does not, or while that is not known.
 * Whoever compares the numbers with the profile would look for a fault here.
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
