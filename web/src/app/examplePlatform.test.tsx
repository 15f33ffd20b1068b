import { createRoot, type Root } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Schema } from '@/api/types'
import { byPlatform, PLATFORM_CODES, platformFields, PLATFORMS } from '@/util/platform'

/*
 * The whole app with the example platform of the build flag, whose only definition is its entry in the registry. The API is replaced,
 * because that of a release has no such platform.
 */

const AT = '2026-11-21T14:02:00Z'

const COUNTS = { views: 1000, likes: 40, comments: 7, shares: 3, saves: 2 }
const GAINED = Object.entries(COUNTS).map(([metric, count]) => [`gained_${metric}`, count / 2])
const dayOf = (day: string) => ({ ...COUNTS, ...Object.fromEntries(GAINED), day })
const METRICS = { ...COUNTS, cpm: 1, engagement_rate: 5, metrics_status: 'ok', availability: 'public' }
const VIDEO = {
  ...METRICS,
  id: 5,
  video_id: 'reel5',
  url: 'https://www.loopreel.example/v/5',
  caption: 'Swirls',
}
const TOTALS = {
  viewed: 7,
  total_views: 1000,
  total_likes: 40,
  total_comments: 7,
  total_shares: 3,
  avg_cpm: 1,
  mean_cpm: 1,
  avg_engagement: 5,
  mean_engagement: 5,
}
const FRESHNESS = { accounts: 1, never_scraped: 0, pending: 0, failing: [], last_scrape: AT }
const ACCOUNT = {
  id: 3,
  username: 'swirl',
  former_usernames: [],
  cadence: { every_minutes: 30, reason: 'configured', text: '' },
  last_scraped: AT,
  status: 'ok',
  status_text: 'Up to date',
  video_count: 7,
  views: 1000,
  followers: 20,
  group_id: 1,
}
const GROUP = {
  id: 1,
  name: 'Client',
  description: '',
  is_active: true,
  user_count: 0,
  ...platformFields(
    (platform) => `${platform}_count`,
    () => 1,
  ),
  ...platformFields(
    (platform) => `max_${platform}_accounts`,
    () => 10,
  ),
  tiktok_video_count: 1,
  max_tiktok_videos: 100,
}

const ADMIN = { id: 1, username: 'admin', is_admin: true, role: 'admin' } as Schema<'User'>

const ANSWERS: Record<string, unknown> = {
  '/api/auth/me': { user: ADMIN, sees_all_content: true, time_zone: 'Asia/Kolkata', currency: null },
  '/api/dashboard/stats': {
    accounts: byPlatform(() => 1),
    content: platformFields(
      (platform) => PLATFORMS[platform].content,
      () => 7,
    ),
    freshness: byPlatform(() => FRESHNESS),
    ...byPlatform(() => TOTALS),
  },
  '/api/dashboard/top-performers': byPlatform(() => [{ ...VIDEO, username: 'swirl' }]),
  '/api/dashboard/trend': byPlatform(() => ['2026-11-20', '2026-11-21'].map(dayOf)),
  '/api/groups': { groups: [GROUP] },
  '/api/groups/1': GROUP,
  '/api/loopreel/accounts': { accounts: [ACCOUNT], total: 1 },
  '/api/loopreel/accounts/3': ACCOUNT,
  '/api/loopreel/accounts/gains': {
    period: { from: '2026-11-14', to: '2026-11-20' },
    cost_rule: { model: 'flat', cost: 1 },
    has_exceptions: false,
    accounts: [{ id: 3, gained_views: 12, previous_gained_views: 10, cost: 1, previous_cost: 0.5 }],
  },
  '/api/loopreel/accounts/3/history': {
    from: '2026-11-20',
    to: '2026-11-21',
    days: ['2026-11-20', '2026-11-21'].map(dayOf),
  },
  '/api/loopreel/accounts/3/videos': {
    videos: [{ ...VIDEO, username: 'swirl', video_timestamp: AT }],
    total: 1,
  },
  '/api/dashboard/all-loopreel-videos': {
    videos: [{ ...VIDEO, account: 'swirl', groups: [], date_posted: AT, scraped_at: AT, updated_at: AT }],
    total: 1,
    pages: 1,
  },
}

let root: Root
let open: (path: string) => void

beforeAll(async () => {
  // Text areas follow the loading of fonts, which the simulated document does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget() })
  // The client keeps the `fetch` that it finds when it is loaded.
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const answer = ANSWERS[new URL(url).pathname]
    return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer)
  })
  const { session } = await import('@/api/session')
  session.start({ user: ADMIN, token: 'token' })
  const { App } = await import('./App')
  open = (path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  const container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
  root.render(<App />)
})

afterAll(() => root.unmount())

/** Texts of the elements that match a selector. */
const texts = (selector: string) =>
  Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent.trim())

/** Accessible names of the labeled sections. */
const labels = () =>
  Array.from(document.querySelectorAll('section, article'), (element) => element.getAttribute('aria-label'))

const shows = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })

const LOOPREEL = 'loopreel'

test('the build flag adds the platform after the others', () => {
  expect(PLATFORM_CODES).toEqual(['instagram', 'tiktok', LOOPREEL])
})

test('the navigation links to its accounts page', async () => {
  await shows(() => {
    const link = document.querySelector(`nav[aria-label="Main"] a[href="/${LOOPREEL}"]`)
    expect(link?.textContent).toBe('Loopreel')
    expect(link?.querySelector('svg')).not.toBeNull()
  })
})

test('the Dashboard has its card, averages, legend and top list', async () => {
  open('/')
  await shows(() => {
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Loopreel totals',
        'Avg Loopreel CPM',
        'Avg Loopreel Engagement',
        'Top Loopreel Videos',
      ]),
    )
    expect(texts('section[aria-label="Loopreel totals"] dt')).toEqual([
      'Views',
      'Likes',
      'Comments',
      'Shares',
      'Accounts tracked',
      'Total videos',
    ])
    expect(texts('[role=group][aria-label=Platforms] > *').join()).toContain('Loopreel views gained')
  })
})

test('its accounts page lists the accounts, without what it does not support', async () => {
  open(`/${LOOPREEL}?group=1`)
  await shows(() => {
    expect(texts('h1')).toEqual(['Loopreel'])
    expect(texts('article[aria-label="@swirl"]').join()).toContain('7 videos')
  })
  const profile = document.querySelector('article a[target]')?.getAttribute('href')
  expect(profile).toBe('https://www.loopreel.example/@swirl')
  expect(texts('[role=tab]')).toEqual([])
  expect(texts('button')).not.toContain('Add Videos')
})

test('an account has the columns of its metrics', async () => {
  open(`/${LOOPREEL}/3`)
  await shows(() => expect(texts('section[aria-label="Cost"]')).toEqual(['Cost1.00▲ 100%']))
  await shows(() =>
    expect(texts('section[aria-label="All videos"] th')).toEqual([
      'Video',
      'Views',
      'Likes',
      'Comments',
      'Shares',
      'CPM',
      'Engagement',
      'Posted',
    ]),
  )
  expect(texts('section[aria-label="All videos"] td')[0]).toContain('reel5')
})

test('days and times are in the time zone of the installation, which is stated', async () => {
  open(`/${LOOPREEL}/3`)
  await shows(() => {
    expect(document.body.textContent).toContain('Days are in Asia/Kolkata time.')
    expect(document.querySelector('td time')?.getAttribute('title')).toContain('7:32:00')
    expect(document.querySelector('td time')?.getAttribute('title')).toContain('GMT+5:30')
    expect(document.querySelector('td time')?.textContent).toMatch(/7:32\sPM$/)
  })
})

test('All Content Data has a tab with its columns', async () => {
  open(`/all-data?tab=${LOOPREEL}`)
  await shows(() => {
    expect(texts('[role=tab]').slice(2)).toEqual(['Loopreel Videos', 'All Platforms'])
    expect(texts('th')).toEqual([
      'Caption',
      'Account',
      'Reel ID',
      'Date Posted',
      'Views',
      'Likes',
      'Comments',
      'Shares',
      'CPM',
      'Engagement',
      'Last Updated',
    ])
  })
})

test('a group has its usage, and a form field for its limit', async () => {
  open('/admin/groups')
  await shows(() => expect(texts('ul[aria-label="Client groups"] li').join()).toContain('Loopreel1 / 10'))
  const create = Array.from(document.querySelectorAll('button')).find(
    ({ textContent }) => textContent === 'Create Group',
  )
  create?.click()
  await shows(() => expect(texts('[role=dialog] label')).toContain('Max Loopreel accounts'))
})
