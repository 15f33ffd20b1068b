import type { Availability } from '@/util/states'

/** Data of a post or video beside its history. */
export type HistoryItem = Availability & {
  /** The platform's short ID: shortcode or video ID. */
  name: string
  url: string
  /** Author without @; empty if not known yet. */
  username: string
  /** Account whose page may be opened; none if no group of the user tracks it. */
  account_id?: number | null | undefined
  caption?: string | null | undefined
  posted?: string | null | undefined
}
