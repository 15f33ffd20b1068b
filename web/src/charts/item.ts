import type { Availability } from '@/util/states'

/** Data of a post or video beside its history. */
export type HistoryItem = Availability & {
  /** The platform's short ID: shortcode or video ID. */
  name: string
  url: string
  /** Author without @; empty if not known yet. */
  username: string
  /** Only videos have one. */
  caption?: string | null | undefined
  posted?: string | null | undefined
}
