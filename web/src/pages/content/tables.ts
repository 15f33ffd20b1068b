import { itemIdOf, itemsIn } from '@/api/fields'
import type { Schema } from '@/api/types'
import type { ItemMetrics } from '@/util/metrics/metrics'
import {
  DEFAULT_PLATFORM,
  isPlatform,
  itemsTitle,
  PLATFORM_CODES,
  PLATFORMS,
  type ItemId,
  type Platform,
} from '@/util/platform'
import type { Availability } from '@/util/states'

/** The table of the items of all platforms. */
export const EVERYTHING = 'all'

/** A table of all content: that of a platform, or of all. */
export type TableCode = Platform | typeof EVERYTHING

/** The tables, in the order of their tabs. */
export const TABLES: readonly TableCode[] = [...PLATFORM_CODES, EVERYTHING]

/** Parses the table from the URL; that of the default platform if it is missing or invalid. */
export function parseTable(tab: string | null): TableCode {
  return tab === EVERYTHING || isPlatform(tab) ? tab : DEFAULT_PLATFORM
}

export function tableTitle(table: TableCode): string {
  return table === EVERYTHING ? 'All Platforms' : itemsTitle(table)
}

/** Returns the platforms whose items a table contains. */
export function platformsIn(table: TableCode): readonly Platform[] {
  return table === EVERYTHING ? PLATFORM_CODES : [table]
}

const EVERYTHING_PATHS = {
  content: '/api/dashboard/all-content',
  sums: '/api/dashboard/all-content/sums',
  export: '/api/dashboard/all-content/export',
} as const

/** Returns the API's paths of a table, of its sums and of its export. */
export function pathsOf(table: TableCode) {
  return table === EVERYTHING ? EVERYTHING_PATHS : PLATFORMS[table].paths
}

type ServerRow = ItemMetrics &
  Availability & {
    id: number
    url: string
    account: string
    account_id?: number | null
    groups: string[]
    date_posted?: string | null
    updated_at: string
    caption?: string | null
    cost?: number | null
    gained_views?: number | null
    media_kind?: Schema<'MediaKind'> | null
    picture?: string | null
  }

/** A post or video in a table of all content. */
export type ContentRow = ServerRow & {
  platform: Platform
  /** The platform's ID: shortcode or video ID. */
  name: string
}

type PlatformRow = ServerRow & Partial<Record<ItemId, string>>
type Page = Schema<'InstagramPostPage'> | Schema<'TiktokVideoPage'> | Schema<'ContentItemPage'>

/** Returns the rows of a page. */
export function rowsIn(table: TableCode, page: Page): ContentRow[] {
  if ('items' in page) return page.items.map(({ item_id: name, ...row }) => ({ ...row, name }))
  const platform = table === EVERYTHING ? DEFAULT_PLATFORM : table
  return itemsIn<PlatformRow>(platform, page).map((row) =>
    Object.assign({ platform, name: itemIdOf(platform, row) }, row),
  )
}
