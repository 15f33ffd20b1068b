import type { Schema } from '@/shared/api/types'
import { NEVER_SCRAPED, PENDING } from '@/shared/lib/accountStatus'

type Freshness = Pick<Schema<'PlatformFreshness'>, 'never_scraped' | 'failing'>

/** Accounts whose numbers are old or missing for one reason: `wanted` finds them in a list of accounts. */
type Problem = { wanted: string; status: string; text: string }

/** Why numbers are old or missing, the most frequent reason first. Accounts that failed from the beginning are in two of them. */
export function accountProblems({ never_scraped, failing }: Freshness): Problem[] {
  const failed = failing.map(({ status, status_text, accounts }) => ({
    wanted: status,
    status,
    text: `${countAccounts(accounts)}: ${status_text}`,
  }))
  if (never_scraped === 0) return failed
  const never = `${countAccounts(never_scraped)}: No successful scrape yet`
  return [...failed, { wanted: NEVER_SCRAPED, status: PENDING, text: never }]
}

function countAccounts(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`
}
