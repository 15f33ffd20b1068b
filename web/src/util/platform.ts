import { IconBrandInstagram, IconBrandTiktok, type Icon } from '@tabler/icons-react'
import type { paths } from '@/api/schema'
import type { Schema } from '@/api/types'
import { EXAMPLE_PLATFORM } from './examplePlatform'
import { capitalize, formatCounted } from './format'
import type { CountMetric } from './metrics/metrics'

/** Code of a platform in the API, in URLs and in the names of style variables. */
export type Platform = Schema<'PlatformName'>

/** Word for an item, which is also part of field names: `post_count`. */
export type ItemWord = 'post' | 'video'

/** Word for several items, which is also the field of a response that lists them. */
export type ItemsWord = `${ItemWord}s`

/** Field of an item with its ID on the platform. */
export type ItemId = 'shortcode' | 'video_id'

/** Paths of the API that match a pattern. */
type Path<Pattern extends string> = Extract<keyof paths, Pattern>

export type Definition = {
  name: string
  icon: Icon
  /** Letter that opens the accounts page from anywhere, after `g`. */
  shortcut: string
  /** Color in charts and beside the name, in each theme. */
  color: { light: string; dark: string }
  /** URL of a profile, without the username. */
  origin: string
  /** Prefix that users type before a username, and that is not part of it. */
  usernamePrefix?: '@'
  item: ItemWord
  items: ItemsWord
  /** The items' ID, as a column; the width is in pixels. */
  itemId: { field: ItemId; title: string; width: number }
  /** Counts that the platform reports. */
  counts: readonly CountMetric[]
  /** Initial value of the form for the default scrape interval. */
  intervalMinutes: number
  /** Accounts are scraped with the sessions of the pool. */
  sessions: boolean
  /** Field with the number of items in the sums of the Dashboard. */
  content: keyof Schema<'ContentCounts'>
  /** Paths that contain the word for items. */
  paths: {
    items: Path<`/api/${Platform}/accounts/{id}/${ItemsWord}`>
    history: Path<`/api/${Platform}/${ItemsWord}/{id}/history`>
    content: Path<`/api/dashboard/all-${Platform}-${ItemsWord}`>
    sums: Path<`/api/dashboard/all-${Platform}-${ItemsWord}/sums`>
    export: Path<`/api/dashboard/all-${Platform}-${ItemsWord}/export`>
  }
  singles?: Singles
}

/** Paths of a platform whose items can also be tracked by URL, without their account, and how such URLs look. */
export type Singles = {
  list: Path<`/api/${Platform}/${ItemsWord}`>
  add: Path<`/api/${Platform}/${ItemsWord}/add`>
  one: Path<`/api/${Platform}/${ItemsWord}/{id}`>
  exampleUrl: string
  /** Matches URLs of items, but no username and no profile. */
  url: RegExp
}

const RELEASED: Record<Platform, Definition> = {
  instagram: {
    name: 'Instagram',
    icon: IconBrandInstagram,
    shortcut: 'i',
    color: { light: '#9c1f66', dark: '#d9468f' },
    origin: 'https://www.instagram.com/',
    item: 'post',
    items: 'posts',
    itemId: { field: 'shortcode', title: 'Shortcode', width: 116 },
    counts: ['views', 'likes', 'comments'],
    intervalMinutes: 60,
    sessions: true,
    content: 'instagram_posts',
    paths: {
      items: '/api/instagram/accounts/{id}/posts',
      history: '/api/instagram/posts/{id}/history',
      content: '/api/dashboard/all-instagram-posts',
      sums: '/api/dashboard/all-instagram-posts/sums',
      export: '/api/dashboard/all-instagram-posts/export',
    },
  },
  tiktok: {
    name: 'TikTok',
    icon: IconBrandTiktok,
    shortcut: 't',
    color: { light: '#139ea3', dark: '#3fd6da' },
    origin: 'https://www.tiktok.com/@',
    usernamePrefix: '@',
    item: 'video',
    items: 'videos',
    itemId: { field: 'video_id', title: 'Video ID', width: 92 },
    counts: ['views', 'likes', 'comments', 'shares', 'saves'],
    intervalMinutes: 15,
    sessions: false,
    content: 'tiktok_videos',
    paths: {
      items: '/api/tiktok/accounts/{id}/videos',
      history: '/api/tiktok/videos/{id}/history',
      content: '/api/dashboard/all-tiktok-videos',
      sums: '/api/dashboard/all-tiktok-videos/sums',
      export: '/api/dashboard/all-tiktok-videos/export',
    },
    singles: {
      list: '/api/tiktok/videos',
      add: '/api/tiktok/videos/add',
      one: '/api/tiktok/videos/{id}',
      exampleUrl: 'https://www.tiktok.com/@username/video/7106594312292453675',
      url: /\/(?:video|photo|embed|embed\/v2|player\/v1|v)\/\d|\bv[mt]\.tiktok\.com\/|\btiktok\.com\/t\//i,
    },
  },
}

/** All platforms, in display order. The build flag adds the example, which releases do not contain. */
export const PLATFORMS: Record<Platform, Definition> =
  import.meta.env.VITE_EXAMPLE_PLATFORM === 'loopreel' ? { ...RELEASED, ...EXAMPLE_PLATFORM } : RELEASED

export const PLATFORM_CODES = Object.keys(PLATFORMS) as Platform[]

/** The platform shown where none is chosen. */
export const DEFAULT_PLATFORM: Platform = 'instagram'

export function isPlatform(text: string | null): text is Platform {
  return PLATFORM_CODES.some((platform) => platform === text)
}

/** Returns a value for each platform. */
export function byPlatform<Value>(value: (platform: Platform) => Value): Record<Platform, Value> {
  return platformFields((platform) => platform, value)
}

/** Returns an object with a field for each platform: `max_instagram_accounts`, `max_tiktok_accounts`. */
export function platformFields<Name extends string, Value>(
  name: (platform: Platform) => Name,
  value: (platform: Platform) => Value,
): Record<Name, Value> {
  const fields = PLATFORM_CODES.map((platform) => [name(platform), value(platform)] as const)
  return Object.fromEntries(fields) as Record<Name, Value>
}

/** Lists the names of platforms: `Instagram and TikTok`. */
export function listPlatforms(word: 'and' | 'or', platforms: readonly Platform[] = PLATFORM_CODES): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-US', { type }).format(platforms.map((platform) => PLATFORMS[platform].name))
}

/** Name of the platforms whose accounts are scraped with sessions. */
export const SESSION_PLATFORMS = listPlatforms('and', withSessions(true))

export function withSessions(sessions: boolean): Platform[] {
  return PLATFORM_CODES.filter((platform) => PLATFORMS[platform].sessions === sessions)
}

/** Style variable with a platform's color in the current theme. */
export const colorVariable = (platform: Platform) => `--cm-${platform}` as const

export const platformColor = (platform: Platform) => `var(${colorVariable(platform)})`

export function profileUrl(platform: Platform, username: string): string {
  return PLATFORMS[platform].origin + encodeURIComponent(username)
}

/** Returns the title of a list of a platform's items: `Instagram Posts`. */
export function itemsTitle(platform: Platform): string {
  const { name, items } = PLATFORMS[platform]
  return `${name} ${capitalize(items)}`
}

/** Formats a count: `1 post`, `12 videos`, `1,234 posts`. */
export function countItems(platform: Platform, count: number): string {
  const { item, items } = PLATFORMS[platform]
  return formatCounted(count, item, items)
}

/** Returns a URL from collected data, or undefined if its scheme could execute code in the page. */
export function safeHref(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

/** Field of a group with its maximum number of accounts on a platform. */
export type LimitField = `max_${Platform}_accounts`

export const limitField = (platform: Platform): LimitField => `max_${platform}_accounts`
