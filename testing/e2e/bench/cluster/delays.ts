import { kubectl } from '../../kubernetes/support/kubectl.ts'
import { SCRAPERS } from '../../kubernetes/support/install.ts'
import { database } from './place.ts'

const ACCOUNT_KINDS: Record<string, string> = { InstagramAccount: 'instagram', TikTokAccount: 'tiktok' }

/** Unix time in seconds at which accounts are due according to their statuses, by platform and name. */
export type Due = Map<string, number>
/** Seconds from the due time until the Job existed (at most) and until the scrape ended; absent if that has not happened. */
export type Delay = { due: number; job?: number; read?: number }

/** The rows of a table that kubectl prints. */
export async function columns(...args: string[]): Promise<string[][]> {
  const lines = (await kubectl('get', ...args, '--no-headers')).split('\n')
  return lines.filter((line) => line !== '').map((line) => line.trim().split(/\s+/))
}

export async function dueTimes(): Promise<Due> {
  const output = 'custom-columns=K:.kind,U:.spec.username,D:.status.nextScrapeTime'
  const rows = await columns('iga,tta', '--all-namespaces', '--output', output)
  return new Map(
    rows.flatMap(([kind = '', username = '', due = '']): [string, number][] =>
      due === '<none>' ? [] : [[`${ACCOUNT_KINDS[kind]} ${username}`, Date.parse(due) / 1000]],
    ),
  )
}

/** Delays of the accounts that became due between `from` and `to`. */
export async function delays(all: Due, from: number, to: number): Promise<Delay[]> {
  const created = await jobTimes()
  const runs = await runsSince(from)
  const inTime = [...all].filter(([, due]) => due >= from && due < to)
  return inTime.map(([account, due]) => {
    const run = runs.get(account)?.find(({ opened }) => opened >= due - 1)
    const job = run && created.get(run.run)
    const read = run?.ended ?? undefined
    return {
      due,
      // The API server truncates times to seconds: the Job may be almost a second younger.
      ...(job === undefined ? {} : { job: job + 1 - due }),
      ...(read === undefined ? {} : { read: read - due }),
    }
  })
}

/** Unix time in seconds at which Jobs were created, by run. Jobs are kept for ten minutes after they finish. */
async function jobTimes(): Promise<Map<string, number>> {
  const output = 'custom-columns=N:.metadata.name,C:.metadata.creationTimestamp'
  const rows = await columns('jobs', '--namespace', SCRAPERS, '--output', output)
  return new Map(
    rows.map(([name = '', created = '']) => [name.replace(/^scrape-/, ''), Date.parse(created) / 1000]),
  )
}

type Run = { account: string; run: string; opened: number; ended: number | null }

/** The runs of each account, earliest first. */
async function runsSince(from: number): Promise<Map<string, Run[]>> {
  const db = await database()
  const rows = await db.query<Run>(`
    SELECT a.platform || ' ' || a.username AS account, r.id::text AS run,
      extract(epoch FROM r.opened_at)::float8 AS opened, extract(epoch FROM u.ended_at)::float8 AS ended
    FROM run_units u JOIN runs r ON r.id = u.run_id JOIN platform_accounts a ON a.id = u.account_id
    WHERE r.opened_at >= to_timestamp(${from}) ORDER BY r.opened_at`)
  const runs = new Map<string, Run[]>()
  for (const row of rows) runs.set(row.account, [...(runs.get(row.account) ?? []), row])
  return runs
}

/** The smallest value that at least this fraction of the numbers does not exceed. */
export function quantile(numbers: number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? NaN
}
