import { operatorCounters, sum, writes } from './counters.ts'
import { database } from './place.ts'
import { cores, usage, type Usage } from './processes.ts'

/** Activity in a period as rates per second, and the resources used. */
export type Span = {
  begin: number
  seconds: number
  /** Writes that the API server accepted from any client, by kind. */
  writes: Record<string, number>
  jobs: number
  accounts: number
  /** Statuses that the operator wrote. */
  statuses: number
  /** Fraction of the machine's processor time that was busy, with any program. */
  busy: number
  programs: Record<string, Usage>
}

/** Starts a period; the returned function ends it. The operator's counters restart with the operator. */
export async function beginSpan(): Promise<() => Promise<Span>> {
  const before = await sample()
  return async () => {
    const after = await sample()
    const seconds = (after.at - before.at) / 1000
    const rate = (count: (sampled: typeof after) => number) => (count(after) - count(before)) / seconds
    const busy = after.cores.busy - before.cores.busy
    const rates = Object.keys(after.writes).map((what) => [what, rate((sampled) => sampled.writes[what] ?? 0)])
    const programs = Object.entries(after.programs).map(([name, { rss, peak, cpu }]) => [
      name,
      { rss, peak, cpu: (cpu - (before.programs[name]?.cpu ?? 0)) / seconds },
    ])
    return {
      begin: before.at,
      seconds,
      writes: Object.fromEntries(rates) as Record<string, number>,
      jobs: rate(({ jobs }) => jobs),
      accounts: rate(({ attempts }) => attempts),
      statuses: rate(({ statuses }) => statuses),
      busy: busy / (busy + after.cores.idle - before.cores.idle),
      programs: Object.fromEntries(programs) as Record<string, Usage>,
    }
  }
}

async function sample() {
  const counters = await operatorCounters()
  const db = await database()
  const [row] = await db.query<{ n: string }>('SELECT count(*) AS n FROM run_units WHERE ended_at IS NOT NULL')
  return {
    at: Date.now(),
    writes: await writes(),
    jobs: sum(counters, 'clipmeter_jobs_created_total'),
    statuses: sum(counters, 'clipmeter_status_writes_total'),
    attempts: Number(row?.n),
    cores: await cores(),
    programs: await usage(),
  }
}
