import type { Schema } from '@/api/types'
import { formatCounted, formatExact } from '@/util/format'

type Run = Pick<
  Schema<'RunProgress'>,
  'status' | 'total' | 'done' | 'items_new' | 'items_updated' | 'results'
>

/** Combined progress of several runs. */
export type Progress = {
  total: number
  done: number
  itemsNew: number
  itemsUpdated: number
  /** The server's reasons why accounts could not be scraped. */
  errors: string[]
  ended: boolean
}

/** Adds up runs; one that has not loaded yet (`undefined`) has not ended. */
export function progressOf(runs: (Run | undefined)[]): Progress {
  const known = runs.filter((run) => run !== undefined)
  const sum = (count: (run: Run) => number) => known.reduce((total, run) => total + count(run), 0)
  return {
    total: sum((run) => run.total),
    done: sum((run) => run.done),
    itemsNew: sum((run) => run.items_new),
    itemsUpdated: sum((run) => run.items_updated),
    errors: known.flatMap(({ results }) => results.flatMap(({ error }) => error ?? [])),
    ended: runs.every((run) => run?.status === 'completed'),
  }
}

/** Formats progress: `Updating 6 of 8 accounts…`. */
export function progressText({ total, done }: Pick<Progress, 'total' | 'done'>): string {
  const current = Math.min(done + 1, total)
  return `Updating ${formatExact(current)} of ${formatCounted(total, 'account')}…`
}

type Found = Pick<Progress, 'itemsNew' | 'itemsUpdated'>

/** Formats what a scrape found: `3 new items, 40 changed`; `nothing` without either. */
export function foundText({ itemsNew, itemsUpdated }: Found, nothing = 'no changes yet'): string {
  if (itemsNew === 0 && itemsUpdated === 0) return nothing
  return `${formatCounted(itemsNew, 'new item')}, ${formatExact(itemsUpdated)} changed`
}

/** Formats the result of a scrape: `7 accounts updated, 1 failed: 3 new items, 40 changed`. */
export function resultText(progress: Omit<Progress, 'done' | 'ended'>): string {
  const failed = progress.errors.length
  const updated = `${formatCounted(progress.total - failed, 'account')} updated`
  const accounts = failed === 0 ? updated : `${updated}, ${formatExact(failed)} failed`
  return `${accounts}: ${foundText(progress, 'no changes')}`
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
