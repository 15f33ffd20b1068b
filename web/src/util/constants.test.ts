import { describe, expect, test } from 'vitest'
import * as constants from './constants'
import { PLATFORMS } from './platform'

/** The product's table of constants, as printed in its specification. */
const TABLE: [item: string, stated: string, actual: string][] = [
  ['Accounts polling', '5 s', seconds(constants.POLL.accounts)],
  ['Posts/videos polling', '3 s', seconds(constants.POLL.items)],
  ['Admin overview polling', '30 s', seconds(constants.POLL.adminOverview)],
  ['Scraping status polling', '10 s', seconds(constants.POLL.scrapingStatus)],
  ['All Content Data refetch', '10 s', seconds(constants.POLL.allContent)],
  ['Dashboard data considered stale after', '2 s', seconds(constants.DELAY.dashboardStale)],
  ["'Live' badge shown after data changes", '0.5 s', seconds(constants.DELAY.liveBadge)],
  ['Refresh after scrape-all', '3 s', seconds(constants.DELAY.afterScrape)],
  ['Top lists', '5 items', `${constants.TOP_ITEMS} items`],
  ['All Content Data page size', '100', `${constants.PAGE_SIZE.allContent}`],
  ['Sessions page size', '50', `${constants.PAGE_SIZE.sessions}`],
  ['Session upload max', '10MB', `${constants.SESSIONS.uploadMaxBytes / 1024 ** 2}MB`],
  ['Performance Mode notice', 'above 200', `above ${constants.SESSIONS.performanceModeAbove}`],
  ['Bulk import confirmation', 'above 1000', `above ${constants.SESSIONS.confirmImportAbove}`],
  [
    'Session mask',
    'first 20 and last 10',
    `first ${constants.SESSIONS.maskHead} and last ${constants.SESSIONS.maskTail}`,
  ],
  ['Copied marker', '2 s', seconds(constants.DELAY.copiedMarker)],
  ['Toasts', '4 s', seconds(constants.DELAY.toast)],
  ['Pagination window', '2 pages either side', `${constants.PAGINATION_SIBLINGS} pages either side`],
  ['Interval range', '5-1440', `${constants.INTERVAL_MINUTES.min}-${constants.INTERVAL_MINUTES.max}`],
  [
    'Interval form defaults',
    '60, 15',
    `${PLATFORMS.instagram.intervalMinutes}, ${PLATFORMS.tiktok.intervalMinutes}`,
  ],
  ['Group account caps default', '10', `${constants.DEFAULT_ACCOUNT_CAP}`],
  ['CPM / engagement display', '4 / 2', `${constants.DECIMALS.cpm} / ${constants.DECIMALS.engagement}`],
  ['Recent window in admin stats', '24 h', `${constants.RECENT_HOURS} h`],
  ['Count formatting', 'one decimal', constants.DECIMALS.count === 1 ? 'one decimal' : 'other'],
]

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}

describe('business constants', () => {
  test.each(TABLE)('%s is %s', (_item, stated, actual) => {
    expect(actual).toBe(stated)
  })
})
