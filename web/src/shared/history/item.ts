import type { Availability } from '@/shared/lib/availability'

/** What is known of a post or video beside its history. */
export type HistoryItem = Availability & {
  /** The platform's short name of it: shortcode or video id. */
  name: string
  url: string
  /** Whose it is, without @; empty when that is not known yet. */
  username: string
  /** Only videos have one. */
  caption?: string | null | undefined
  posted?: string | null | undefined
}
