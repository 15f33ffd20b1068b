import type { Schema } from '@/api/types'

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
