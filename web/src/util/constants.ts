/** The product's constants and limits. `constants.test.ts` compares them with the product's table. */

const SECOND = 1000

/** Polling intervals of visible screens, in milliseconds. */
export const POLL = {
  accounts: 5 * SECOND,
  items: 3 * SECOND,
  adminOverview: 30 * SECOND,
  scrapingStatus: 10 * SECOND,
  storage: 10 * SECOND,
  /** Checks whether an unavailable database is back: a restart takes it some seconds. */
  connection: 5 * SECOND,
  allContent: 10 * SECOND,
  /** The product specifies no interval for the Dashboard; this is the interval of the content that it sums up. */
  dashboard: 10 * SECOND,
  /** What was gained today changes by little between two scrapes, and is read from many measurements. */
  gains: 60 * SECOND,
  /** What was gained on past days changes only with the cost and with what is tracked. */
  pastGains: 600 * SECOND,
  attention: 30 * SECOND,
  /** The time zone is changed rarely. */
  timeZone: 300 * SECOND,
  /** Days that are recomputed for another time zone, while the settings or their group are open. */
  daysPending: 5 * SECOND,
  /** A run that a user waits for: often enough for visible progress. */
  run: 2 * SECOND,
} as const

export const DELAY = {
  /** Dashboard data is considered fresh for this long. */
  dashboardStale: 2 * SECOND,
  /** How long the 'Live' badge is shown after data changed. */
  liveBadge: 0.5 * SECOND,
  /** Delay before lists are refetched after a scrape started: by then the first results have arrived. */
  afterScrape: 3 * SECOND,
  /** Delay after the last key press before a search is sent, longer than the pauses while typing. */
  typing: 0.3 * SECOND,
  copiedMarker: 2 * SECOND,
  /** Longer than a read takes on a busy server, which aborts slow lists earlier. */
  readTimeout: 20 * SECOND,
  toast: 4 * SECOND,
  /** A toast with a button: long enough to read it and to reach the button. */
  undoToast: 10 * SECOND,
} as const

export const PAGE_SIZE = {
  accounts: 25,
  allContent: 100,
  sessions: 50,
  audit: 50,
  deletions: 50,
  runs: 50,
  configRevisions: 10,
  singleVideos: 100,
} as const

/** Rows of a page where each is a card: a hundred of them would be twenty screens. */
export const PHONE_PAGE_SIZE = 25

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

export const INTERVAL_MINUTES = { min: 5, max: 1440 } as const

/** Default limit of tracked accounts per platform for a new client group. */
export const DEFAULT_ACCOUNT_CAP = 10

/** Default limit of single videos for a new client group. */
export const DEFAULT_VIDEO_CAP = 100

/** Limits that the server accepts. */
export const ACCOUNT_CAP = { min: 0, max: 100_000 } as const

export const DECIMALS = { cpm: 4, engagement: 2, count: 1 } as const

export const RECENT_HOURS = 24

/** Tabs of the Admin Dashboard that show no single client group: a run may include accounts of several. */
export const PLATFORM_TABS: readonly string[] = ['runs', 'settings', 'data-protection', 'platforms']

/** Opens links of the form `/share#<token>`; without a token, says that the link is invalid. */
export const SHARE_PATH = '/share'
