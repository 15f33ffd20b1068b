import type { Schema } from '@/api/types'
import { formatCounted } from '@/util/format'
import { countItems, type Platform } from '@/util/platform'
import { PENDING } from '@/util/states'

/** Tells how many items the views are based on, if fewer than all: photos, for example, have no view count. */
export function knownViews(platform: Platform, viewed: number, items: number): string | undefined {
  if (viewed >= items) return undefined
  if (viewed === 0) return 'No public view counts yet'
  return `Based on ${countItems(platform, viewed)} with a public view count`
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
  return [...failed, { status: PENDING, text: `${countAccounts(pending)}: Waiting for the first update` }]
}

function countAccounts(count: number): string {
  return formatCounted(count, 'account')
}
