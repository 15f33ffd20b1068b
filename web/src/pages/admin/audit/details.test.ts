import { expect, test } from 'vitest'
import { formatDetails, namedGroups } from './details'

test.each<[string, object, string]>([
  ['access.denied', { call: 'GET /api/admin/users' }, 'GET /api/admin/users'],
  ['account.add', { platform: 'tiktok', usernames: ['ann', 'ben'] }, 'TikTok · @ann, @ben'],
  [
    'account.update',
    {
      change: { interval_minutes: 30, cost: { model: 'flat', cost: 2 } },
      platform: 'instagram',
      username: 'ann',
    },
    'Instagram · @ann · The account every 30 minutes · Flat fee of 2.00 per post',
  ],
  [
    'account.update, back to the rules of the group',
    { change: { interval_minutes: null, cost: null }, platform: 'instagram', username: 'ann' },
    'Instagram · @ann · The account uses the default interval · Uses the default cost',
  ],
  [
    'account.identity',
    { platform: 'tiktok', username: 'ann', decision: 'replace' },
    'TikTok · @ann · The new owner is tracked',
  ],
  ['auth.sign_in_failed', { reason: 'invalid_credentials' }, 'Wrong username or password'],
  ['sessions.disable', { session: 12 }, 'Session ID 12'],
  [
    'handle.erase',
    { platform: 'tiktok', erasure: 3, accounts: 1, items: 1200, groups: [4, 9] },
    'TikTok · 1 account · 1,200 items · 2 groups · Erasure #3',
  ],
  ['group.toggle', { name: 'Acme', is_active: false }, 'Acme · Deactivated'],
  [
    'group.update',
    {
      name: 'Acme',
      description: '',
      max_tiktok_accounts: 1,
      max_tiktok_videos: 50,
      max_instagram_accounts: 1200,
      members_manage_accounts: false,
      tiktok_interval: null,
      instagram_interval: 5,
    },
    'Acme · No description · Up to 1,200 Instagram accounts · Up to 1 TikTok account · Up to 50 single videos · Only group admins can manage accounts · Instagram every 5 minutes · TikTok uses the default interval',
  ],
  ['user.create', { user_id: 7, username: 'ann', is_group_admin: true }, 'ann · Group admin'],
  ['user.delete', { user_id: 7, username: 'ann', accounts: 2, videos: 0 }, 'ann · 2 accounts · 0 videos'],
  ['intervals.update', { tiktok: 15, instagram: 60 }, 'Instagram every 60 minutes · TikTok every 15 minutes'],
  [
    'settings.update',
    { content_visibility: 'group', cost: { model: 'none' } },
    'All Content Data shows only the user’s own group · No rate set, so CPM is unknown',
  ],
  ['settings.update', { currency: 'EUR' }, 'Amounts are in EUR'],
  [
    'settings.update',
    { content_visibility: 'all', currency: null },
    'All Content Data shows all groups’ content · Amounts have no currency',
  ],
  ['group.update', { currency: null }, 'Uses the default currency'],
  ['settings.update', { time_zone: 'Europe/Berlin' }, 'Days are in Europe/Berlin time'],
  ['settings.update', { time_zone: 'UTC' }, 'Days are UTC'],
  ['group.update', { time_zone: 'Asia/Kolkata' }, 'Days are in Asia/Kolkata time'],
  ['group.update', { time_zone: null }, 'Uses the default time zone'],
  ['scrape.request', { platform: 'tiktok', accounts: 1, videos: 2 }, 'TikTok · 1 account · 2 videos'],
  [
    'group.update, with a scraper pool',
    { scraper_pool: 'eu', allowed_scraper_pools: ['us', 'asia'] },
    'Scraper pool eu · Accounts can select us, asia',
  ],
  [
    'group.update, without a scraper pool',
    { scraper_pool: null, allowed_scraper_pools: [] },
    'No scraper pool · Accounts cannot select a scraper pool',
  ],
  [
    'group.update, with null instead of scraper pools',
    { allowed_scraper_pools: null },
    'Accounts cannot select a scraper pool',
  ],
  [
    'scraper_pool.add',
    { scraper_pool: 'eu', region: '', instagram_proxy: 'Frankfurt', tiktok_proxy: null, session_set: 'eu' },
    'Scraper pool eu · No region · Instagram through Frankfurt · TikTok without a proxy · Set eu',
  ],
  ['sessions.update', { session: 12, session_set: null }, 'Common set · Session ID 12'],
  ['sessions.read', { page: 3, per_page: 50 }, 'Page 3'],
  ['sessions.add', { added: 1200, invalid: 0, duplicates: 1 }, '1,200 added · 1 duplicate · 0 invalid'],
  ['sessions.delete', { index: 4, deleted: 1 }, 'Session #5'],
  ['sessions.delete, all', { all: true, deleted: 510 }, 'All 510 sessions'],
  ['video.add', { urls: ['https://www.tiktok.com/@a/video/1'] }, 'tiktok.com/@a/video/1'],
  [
    'a newer server',
    { retry_after: 5, plan: { name: 'x', seats: [1, 2] } },
    'retry after: 5 · plan: name x, seats 1, 2',
  ],
  ['auth.logout', {}, ''],
])('%s: %j', (_action, details, text) => {
  expect(formatDetails(details)).toBe(text)
})

test.each([null, 'text', [1]])('%j has no text', (details) => {
  expect(formatDetails(details)).toBe('')
})

test('the latest name of a group is read from its entries', () => {
  const names = namedGroups([
    { action: 'group.delete', group_id: 3, details: { name: 'Northwind Outdoor' } },
    { action: 'user.create', group_id: 4, details: { name: 'no group' } },
    { action: 'group.toggle', group_id: 5, details: {} },
    { action: 'group.create', group_id: 3, details: { name: 'Northwind' } },
  ])
  expect([...names]).toEqual([[3, 'Northwind Outdoor']])
})
