/** The product's constants and limits. `business.test.ts` compares each with the product's table. */

const SECOND = 1000

export const API_BASE = '/api'

/** How often a screen asks again while it is visible, in milliseconds. */
export const POLL = {
  accounts: 5 * SECOND,
  items: 3 * SECOND,
  adminOverview: 30 * SECOND,
  scrapingStatus: 10 * SECOND,
  storage: 10 * SECOND,
  /** Whether a database that was away is back: it takes a restart some seconds. */
  connection: 5 * SECOND,
  allContent: 10 * SECOND,
  /** The product names no interval for the Dashboard; it keeps pace with the content that it adds up. */
  dashboard: 10 * SECOND,
  /** A run that somebody waits for: often enough to see it move. */
  run: 2 * SECOND,
} as const

export const DELAY = {
  /** Dashboard data counts as fresh for this long. */
  dashboardStale: 2 * SECOND,
  /** The 'Live' badge stays this long after data changed. */
  liveBadge: 0.5 * SECOND,
  /** Lists are read again this long after a scrape was started: the first results are in by then. */
  afterScrape: 3 * SECOND,
  copiedMarker: 2 * SECOND,
  toast: 4 * SECOND,
} as const

export const PAGE_SIZE = {
  allContent: 100,
  sessions: 50,
  audit: 50,
  runs: 50,
  configRevisions: 10,
  singleVideos: 100,
} as const

export const TOP_ITEMS = 5

/** Page buttons shown on either side of the current one. */
export const PAGINATION_SIBLINGS = 2

export const SESSIONS = {
  uploadMaxBytes: 10 * 1024 * 1024,
  performanceModeAbove: 200,
  confirmImportAbove: 1000,
  maskHead: 20,
  maskTail: 10,
} as const

export const INTERVAL_MINUTES = { min: 5, max: 1440, instagram: 60, tiktok: 15 } as const

/** Accounts of each platform that a new client group may track. */
export const DEFAULT_ACCOUNT_CAP = 10

/** What the server takes for such a cap. */
export const ACCOUNT_CAP = { min: 0, max: 100_000 } as const

export const DECIMALS = { cpm: 4, engagement: 2, count: 1 } as const

export const RECENT_HOURS = 24
