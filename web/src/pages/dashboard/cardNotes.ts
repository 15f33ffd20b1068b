import type { Schema } from '@/api/types'
import { formatExact } from '@/util/format'
import { countItems, type Platform } from '@/util/platform'
import { PENDING } from '@/util/states'

/** Counts the items with known views, if fewer than all: photos, for example, have no view count. */
export function knownViews(platform: Platform, viewed: number, items: number): string | undefined {
  if (viewed >= items) return undefined
  return `Views known for ${formatExact(viewed)} of ${countItems(platform, items)}`
}

type Freshness = Pick<Schema<'PlatformFreshness'>, 'pending' | 'failing'>

/** Reason why numbers are stale or missing: a scrape status and its text. */
type Problem = { status: string; text: string }

/** Lists the reasons why numbers are stale or missing, most frequent first. Each affected account is counted once. */
export function accountProblems({ pending, failing }: Freshness): Problem[] {
  const failed = failing.map(({ status, status_text, accounts }) => ({
    status,
    text: `${countAccounts(accounts)}: ${status_text}`,
  }))
  if (pending === 0) return failed
  return [...failed, { status: PENDING, text: `${countAccounts(pending)}: Waiting for the first scrape` }]
}

function countAccounts(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`
}
