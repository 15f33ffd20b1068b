import type { Api } from '../support/data/api.ts'

export type Timed = { what: string; median: number; slowest: number; total: number }

const ROUNDS = 7

/** Measures the server's response times for pages, sort orders, searches and filters of a large table. */
export async function timeCalls(api: Api, pages: number): Promise<Timed[]> {
  const timed: Timed[] = []
  for (const [what, query] of callsOf(pages)) timed.push(await time(api, what, query))
  return timed
}

function callsOf(pages: number): [what: string, query: string][] {
  return [
    ['first page', 'page=1'],
    ['page in the middle', `page=${Math.floor(pages / 2)}`],
    ['last page', `page=${pages}`],
    ...['views', 'likes', 'comments', 'shares', 'saves', 'cpm', 'engagement', 'updated'].map(
      (sort): [string, string] => [`by ${sort}`, `page=1&sort=${sort}`],
    ),
    ['by views, page 100', 'page=100&sort=views'],
    ['oldest first', 'page=1&sort=date&order=asc'],
    ['one account', 'page=1&account=creator77'],
    ['one account, by views', 'page=1&account=creator77&sort=views'],
    ['30 days', `page=1&from=${daysAgo(30)}&to=${daysAgo(0)}`],
    ['30 days, by views', `page=1&from=${daysAgo(30)}&to=${daysAgo(0)}&sort=views`],
    ['search: a video id', 'page=1&q=7000000000000123456'],
    ['search: two words in a row', 'page=1&q=harbour+walk'],
    ['search: a common word', 'page=1&q=coffee'],
    ['search: nothing', 'page=1&q=no+such+video'],
  ]
}

async function time(api: Api, what: string, query: string): Promise<Timed> {
  const path = `/api/dashboard/all-tiktok-videos?per_page=100&${query}`
  const taken: number[] = []
  let total = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    total = (await api.get<{ total: number }>(path)).total
    taken.push(performance.now() - began)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  return { what, median: sorted[Math.floor(ROUNDS / 2)] ?? 0, slowest: sorted.at(-1) ?? 0, total }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
