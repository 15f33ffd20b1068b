import type { MetricsStatus } from '@/shared/lib/metrics'
import type { Platform } from '@/shared/lib/platform'

/** A tracked account of either platform. */
export type Account = {
  id: number
  username: string
  /** Posts or videos collected. */
  count: number
  last_scraped?: string | null
  status: string
  status_text: string
}

/** A post or video of either platform. */
export type Item = {
  id: number
  /** The platform's short name of it: shortcode or video id. */
  name: string
  url: string
  /** Only videos have one. */
  caption?: string
  views: number
  likes: number
  comments: number
  /** Only videos have them. */
  shares?: number
  cpm: number
  engagement_rate: number
  posted?: string | null
  metrics_status: MetricsStatus
}

export type Items = { items: Item[]; total: number }

/** What to ask and where to keep the answer. */
export type Question<Data> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/** How a scrape that somebody asked for went; `found` counts new items. */
export type Scrape = { status: 'completed' | 'processing'; message: string; found?: number }

/** The calls of one platform, in words that both share. `groupId` is an admin's choice; others have their own group. */
export type PlatformAccounts = {
  platform: Platform
  accounts: (groupId: number | undefined) => Question<Account[]>
  items: (accountId: number) => Question<Items>
  add: (username: string, groupId: number | undefined) => Promise<unknown>
  remove: (accountId: number) => Promise<unknown>
  refresh: (accountId: number) => Promise<Scrape>
  scrapeAll: (groupId: number | undefined) => Promise<Scrape>
}
