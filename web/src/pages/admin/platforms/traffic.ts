import type { Schema } from '@/api/types'
import { countOutcomes, type OutcomeCount } from '@/pages/admin/outcomes'

type Entry = Schema<'TrafficEntry'>
type Outcome = Pick<Schema<'OutcomeEntry'>, 'code' | 'is_success'>

/** Requests to one endpoint with one session class. */
export type EndpointTraffic = Pick<
  Entry,
  'platform' | 'endpoint' | 'session_class' | 'requests' | 'bytes'
> & {
  key: string
  outcomes: OutcomeCount[]
}

/** Groups the rows by endpoint and sums their outcomes; keeps the order of the platforms, then sorts by requests, descending. */
export function byEndpoint(rows: Entry[], outcomes: Outcome[]): EndpointTraffic[] {
  const groups = new Map<string, Entry[]>()
  for (const row of rows) {
    const key = [row.platform, row.endpoint, row.session_class].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups]
    .flatMap(([key, entries]) => {
      const [first] = entries
      if (first === undefined) return []
      const { platform, endpoint, session_class } = first
      return {
        key,
        platform,
        endpoint,
        session_class,
        requests: sum(entries, ({ requests }) => requests),
        bytes: sum(entries, ({ bytes }) => bytes),
        outcomes: countOutcomes(
          entries.map(({ status, requests: count }) => ({ status, count })),
          outcomes,
        ),
      }
    })
    .toSorted((a, b) => a.platform.localeCompare(b.platform) || b.requests - a.requests)
}

/** Adds up the requests and bytes of a platform. */
export function totalOf(rows: Entry[], platform: Entry['platform']): { requests: number; bytes: number } {
  const own = rows.filter((row) => row.platform === platform)
  return { requests: sum(own, ({ requests }) => requests), bytes: sum(own, ({ bytes }) => bytes) }
}

function sum(rows: Entry[], value: (row: Entry) => number): number {
  return rows.reduce((total, row) => total + value(row), 0)
}
