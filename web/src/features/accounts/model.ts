import type { Schema } from '@/shared/api/types'
import type { HistoryItem } from '@/shared/history/item'
import type { Managed } from '@/shared/lib/managed'
import type { Platform } from '@/shared/lib/platform'
import type { ItemMetrics } from '@/shared/table/metricColumns'
import type { Sort } from '@/shared/table/sort'
import type { RowResult } from '@/shared/ui/ResultList'
import type { Decision } from './identity'
import type { Cadence } from './cadence'

/** How the scraping of something tracked stands. */
export type Freshness = {
  last_scraped?: string | null
  next_scrape?: string | null
  /** How often; a single video does not say. */
  cadence?: Cadence
  status: string
  status_text: string
  /** Why it is not read although it should be. */
  waiting?: Schema<'Waiting'> | null
}

/** A tracked account of either platform. */
export type Account = Freshness &
  Managed & {
    id: number
    username: string
    /** The names that it had before, the latest last. */
    former_usernames: string[]
    cadence: Cadence
    /** Who has its name now, if that is somebody else and known. */
    new_owner?: Schema<'NewHandleOwner'> | null
    /** Posts or videos collected. */
    count: number
    /** Items that its profile counts and the platform's list leaves out; not known before that was read to its end. */
    gap?: number | null
    /** Views gained within a week; not known while it has not been read for as long. */
    gained_views_7_days?: number | null
  }

/** Whether there was a successful scrape: before it, the server's counts are 0 and mean nothing. */
export function wasRead({ last_scraped }: Freshness): boolean {
  return last_scraped != null
}

/** What is known of a post or video of either platform. */
export type Figures = ItemMetrics &
  HistoryItem & {
    /** The id under which it was collected, with a history; none before the first successful scrape. */
    collected?: number | null | undefined
  }

/** A collected post or video. */
export type Item = Figures & { id: number }

export type Items = { items: Item[]; total: number }

/** What to ask and where to keep the answer. */
type Question<Data> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/** What became of the entries of a list, in their order. */
export type Added = { message: string; count: number; results: RowResult[] }

/** How a scrape that somebody asked for went; `found` counts new items, `runIds` name what goes on in the background. */
export type Scrape = {
  status: 'completed' | 'processing'
  message: string
  found?: number
  runIds: string[]
  /** Why platforms are not read now. */
  waiting?: Schema<'Waiting'>[]
}

/** The calls of one platform, in words that both share. `groupId` is an admin's choice; others have their own group. */
export type PlatformAccounts = {
  platform: Platform
  accounts: (groupId: number | undefined) => Question<Account[]>
  items: (accountId: number, sort: Sort | undefined) => Question<Items>
  add: (username: string, groupId: number | undefined) => Promise<unknown>
  addMany: (usernames: string[], groupId: number | undefined) => Promise<Added>
  remove: (accountId: number) => Promise<unknown>
  removeMany: (accountIds: number[], groupId: number | undefined) => Promise<{ message: string }>
  /** What it means that somebody else has an account's name; a call for admins. */
  decide: (accountId: number, decision: Decision) => Promise<unknown>
  refresh: (accountId: number) => Promise<Scrape>
  scrapeAll: (groupId: number | undefined) => Promise<Scrape>
}
