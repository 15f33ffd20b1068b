import type { Schema } from '@/shared/api/types'
import { PENDING } from '@/shared/lib/accountStatus'

type Freshness = Pick<Schema<'PlatformFreshness'>, 'pending' | 'failing'>

/** Why numbers are old or missing: the status of accounts, and what is said of it. */
type Problem = { status: string; text: string }

/** Why numbers are old or missing, the most frequent reason first. Every account is in one of them. */
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
