import { describe, expect, test } from 'vitest'
import * as business from './constants'

/** The product's table of constants, as printed in its specification. */
const TABLE: [item: string, stated: string, actual: string][] = [
  ['API base', '/api', business.API_BASE],
  ['Accounts polling', '5 s', seconds(business.POLL.accounts)],
  ['Posts/videos polling', '3 s', seconds(business.POLL.items)],
  ['Admin overview polling', '30 s', seconds(business.POLL.adminOverview)],
  ['Scraping status polling', '10 s', seconds(business.POLL.scrapingStatus)],
  ['All Content Data refetch', '10 s', seconds(business.POLL.allContent)],
  ['Dashboard data considered stale after', '2 s', seconds(business.DELAY.dashboardStale)],
  ["'Live' badge shown after data changes", '0.5 s', seconds(business.DELAY.liveBadge)],
  ['Refresh after scrape-all', '3 s', seconds(business.DELAY.afterScrape)],
  ['Top lists', '5 items', `${business.TOP_ITEMS} items`],
  ['All Content Data page size', '100', `${business.PAGE_SIZE.allContent}`],
  ['Sessions page size', '50', `${business.PAGE_SIZE.sessions}`],
  ['Session upload max', '10MB', `${business.SESSIONS.uploadMaxBytes / 1024 ** 2}MB`],
  ['Performance Mode notice', 'above 200', `above ${business.SESSIONS.performanceModeAbove}`],
  ['Bulk import confirmation', 'above 1000', `above ${business.SESSIONS.confirmImportAbove}`],
  [
    'Session mask',
    'first 20 and last 10',
    `first ${business.SESSIONS.maskHead} and last ${business.SESSIONS.maskTail}`,
  ],
  ['Copied marker', '2 s', seconds(business.DELAY.copiedMarker)],
  ['Toasts', '4 s', seconds(business.DELAY.toast)],
  ['Pagination window', '2 pages either side', `${business.PAGINATION_SIBLINGS} pages either side`],
  ['Interval range', '5-1440', `${business.INTERVAL_MINUTES.min}-${business.INTERVAL_MINUTES.max}`],
  [
    'Interval form defaults',
    '60, 15',
    `${business.INTERVAL_MINUTES.instagram}, ${business.INTERVAL_MINUTES.tiktok}`,
  ],
  ['Group account caps default', '10', `${business.DEFAULT_ACCOUNT_CAP}`],
  ['CPM / engagement display', '4 / 2', `${business.DECIMALS.cpm} / ${business.DECIMALS.engagement}`],
  ['Recent window in admin stats', '24 h', `${business.RECENT_HOURS} h`],
  ['Count formatting', 'one decimal', business.DECIMALS.count === 1 ? 'one decimal' : 'other'],
]

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}

describe('business constants', () => {
  test.each(TABLE)('%s is %s', (_item, stated, actual) => {
    expect(actual).toBe(stated)
  })
})
