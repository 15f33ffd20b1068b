import type { Schema } from '@/api/types'
import { formatCounted, formatExact } from '@/util/format'
import { PENDING } from '@/util/states'

type Run = Pick<
  Schema<'RunProgress'>,
  'status' | 'total' | 'videos' | 'done' | 'failed' | 'items_new' | 'items_updated' | 'results'
>

type Result = Schema<'AccountResult'>

/** Combined progress of several runs. */
export type Progress = {
  /** Accounts and single videos. */
  total: number
  /** Single videos. */
  videos: number
  /** Accounts and single videos that were read or failed. */
  done: number
  failed: number
  itemsNew: number
  itemsUpdated: number
  /** Results of the accounts; single videos have none. */
  results: Result[]
  ended: boolean
}

/** Adds up runs; one that has not loaded yet (`undefined`) has not ended. */
export function progressOf(runs: (Run | undefined)[]): Progress {
  const known = runs.filter((run) => run !== undefined)
  const sum = (count: (run: Run) => number) => known.reduce((total, run) => total + count(run), 0)
  return {
    total: sum((run) => run.total),
    videos: sum((run) => run.videos),
    done: sum((run) => run.done),
    failed: sum((run) => run.failed),
    itemsNew: sum((run) => run.items_new),
    itemsUpdated: sum((run) => run.items_updated),
    results: known.flatMap(({ results }) => results),
    ended: runs.every((run) => run?.status === 'completed'),
  }
}

type Units = Pick<Progress, 'total' | 'videos'>

/** Returns the nouns of what is scraped. */
export function nounsOf({ total, videos }: Units): { one: string; many: string } {
  if (videos === 0) return { one: 'account', many: 'accounts' }
  if (videos === total) return { one: 'video', many: 'videos' }
  return { one: 'account or video', many: 'accounts and videos' }
}

/** Formats progress: `Updating 6 of 8 accounts…`. */
export function progressText({ done, ...units }: Units & Pick<Progress, 'done'>): string {
  const current = Math.min(done + 1, units.total)
  const { one, many } = nounsOf(units)
  return `Updating ${formatExact(current)} of ${formatCounted(units.total, one, many)}…`
}

type Found = Pick<Progress, 'itemsNew' | 'itemsUpdated'>

/** Formats what a scrape found: `3 new items, 40 changed`; `nothing` without either. */
export function foundText({ itemsNew, itemsUpdated }: Found, nothing = 'no changes yet'): string {
  if (itemsNew === 0 && itemsUpdated === 0) return nothing
  return `${formatCounted(itemsNew, 'new item')}, ${formatExact(itemsUpdated)} changed`
}

/** Formats the result of a scrape: `7 accounts updated, 1 failed: 3 new items, 40 changed`. */
export function resultText({ failed, ...progress }: Units & Found & Pick<Progress, 'failed'>): string {
  const { one, many } = nounsOf(progress)
  const updated = `${formatCounted(progress.total - failed, one, many)} updated`
  const units = failed === 0 ? updated : `${updated}, ${formatExact(failed)} failed`
  return `${units}: ${foundText(progress, 'no changes')}`
}

/** Returns the result of an account. A run of a single account may have found its new name. */
export function resultOf(results: Result[], username: string): Result | undefined {
  return (
    results.find((result) => result.username === username) ?? (results.length === 1 ? results[0] : undefined)
  )
}

/** Whether an account was read or failed; its runs may continue with other accounts. */
export function isDone({ ended, results }: Pick<Progress, 'ended' | 'results'>, username: string): boolean {
  const result = resultOf(results, username)
  return ended || (result !== undefined && result.status !== PENDING)
}

/** Unfinished runs that a user started, by the name of the control. */
type Followed = { user: number; runs: Record<string, string[]> }

/** Validates the stored value. */
export function parseFollowed(found: unknown): Followed | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { user, runs } = found as { user?: unknown; runs?: unknown }
  if (typeof user !== 'number' || typeof runs !== 'object' || runs === null) return undefined
  const known = Object.entries(runs).filter(
    (entry): entry is [string, string[]] =>
      Array.isArray(entry[1]) && entry[1].every((id) => typeof id === 'string'),
  )
  return { user, runs: Object.fromEntries(known) }
}

/** Returns the runs of `user`; those that another user started are not shown. */
export function runsOf(followed: Followed | undefined, user: number | undefined): Followed['runs'] {
  return followed !== undefined && followed.user === user ? followed.runs : {}
}
