import type { Schema } from '@/api/types'
import type { HistoryItem } from '@/charts/history/item'
import type { Managed } from '@/util/states'
import type { RowResult } from './add/AddedDialog'
import type { Cadence } from './cadence'

/** Scrape status of a tracked account or video. */
export type Freshness = {
  last_scraped?: string | null
  next_scrape?: string | null
  /** Scrape interval; absent for single videos. */
  cadence?: Cadence
  status: string
  status_text: string
  /** Why a due scrape is delayed. */
  waiting?: Schema<'Waiting'> | null
}

export type Account = Freshness &
  Managed & {
    id: number
    username: string
    /** Path of the avatar. */
    picture?: string | null
    /** Former usernames, latest last. */
    former_usernames: string[]
    cadence: Cadence
    /** New owner of the handle, if it has one and it is known. */
    new_owner?: Schema<'NewHandleOwner'> | null
    /** Number of collected posts or videos. */
    count: number
    /** Number of items that the profile counts but the platform's list omits; unknown before a full crawl. */
    gap?: number | null
    /** Views of these; 0 before the first scrape. */
    views: number
    followers?: number | null
    group_id: number
    /** Views gained within 7 days; unknown until the account has been tracked that long. */
    gained_views_7_days?: number | null
  }

/** Whether a scrape has succeeded; before that, the server's counts are 0 and meaningless. */
export function wasRead({ last_scraped }: Freshness): boolean {
  return last_scraped != null
}

/** Metrics of a post or video of either platform. */
export type Figures = HistoryItem & {
  /** ID of the collected item with its history; absent before the first successful scrape. */
  collected?: number | null | undefined
  usual_views?: number | null | undefined
}

type Item = Figures & { id: number }

export type Items = { items: Item[]; total: number }

/** Results of the submitted entries, in order. */
export type Added = { message: string; count: number; results: RowResult[] }

export const isComplete = ({ count, results }: Added) => count === results.length

/** Result of a scrape that a user started; `found` counts new items, `runIds` are the runs still in progress. */
export type Scrape = {
  status: 'completed' | 'processing'
  message: string
  found?: number
  runIds: string[]
  /** Reasons why platforms are not scraped now. */
  waiting?: Schema<'Waiting'>[]
}

type Entry = { status: Schema<'EntryStatus'>; error?: string | null }

const OUTCOMES = { added: 'done', duplicate: 'known', invalid: 'failed', over_limit: 'failed' } as const
const TEXTS = {
  added: 'Added',
  duplicate: 'Already tracked',
  invalid: 'Not valid',
  over_limit: 'Over the limit',
} as const

/** Describes what became of one entry that was to be added. */
export function addedRow(name: string, { status, error }: Entry): RowResult {
  return { name, outcome: OUTCOMES[status], text: error ?? TEXTS[status] }
}

/** Describes the same for a username. An invalid one is shown as entered. */
export function addedAccount({ username, ...entry }: Entry & { username: string }): RowResult {
  return addedRow(entry.status === 'invalid' ? username : `@${username}`, entry)
}

export const isRejected = ({ outcome }: RowResult): boolean => outcome === 'failed'

/** Sorts rejected entries first, and keeps the order of input otherwise. */
export function rejectedFirst(results: RowResult[]): RowResult[] {
  return results.toSorted((a, b) => Number(isRejected(b)) - Number(isRejected(a)))
}
