import type { Schema } from '@/shared/api/types'
import { PENDING } from '@/shared/lib/accountStatus'
import { formatExact } from '@/shared/lib/format'

type Freshness = Pick<Schema<'PlatformFreshness'>, 'pending' | 'failing'>

/** Why numbers are old or missing, or soon will be: the status of accounts, and what is said of it. */
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

/** That the sessions that can be used are fewer than the accounts ask for; nothing while there are enough. */
export function sessionsProblem({ usable, wanted }: Schema<'SessionCounts'>): Problem | undefined {
  if (usable >= wanted) return undefined
  const [can, want] = [formatExact(usable), formatExact(wanted)]
  return {
    status: 'no_session',
    text: `Sessions are running low: ${can} can be used, about ${want} ${wanted === 1 ? 'is' : 'are'} wanted`,
  }
}

function countAccounts(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`
}
