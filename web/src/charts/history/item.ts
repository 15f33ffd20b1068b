import type { Schema } from '@/api/types'
import type { ItemMetrics } from '@/util/metrics/metrics'
import type { Availability } from '@/util/states'

/** Data of a post or video beside its history. */
export type HistoryItem = Availability &
  ItemMetrics & {
    /** The platform's short ID: shortcode or video ID. */
    name: string
    url: string
    /** Author without @; empty if not known yet. */
    username: string
    /** Account whose page may be opened; none if no group of the user tracks it. */
    account_id?: number | null | undefined
    caption?: string | null | undefined
    posted?: string | null | undefined
    picture?: string | null | undefined
    media_kind?: Schema<'MediaKind'> | null | undefined
    /** Cost of the views so far with its currency, where a list has it. */
    money?: string | undefined
  }
