import type { Page } from '@playwright/test'
import { ADMIN } from '../support/programs/environment.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { expectedItems, type ExpectedItem } from '../support/data/expectedItems.ts'
import { GROUP } from '../support/data/ids.ts'
import { openRuns } from '../support/data/runs.ts'
import { test } from '../support/programs/journey.ts'
import { shown, shownCpm, shownEngagement } from '../support/data/expectedNumbers.ts'
import { advanceClock, DAY_SECONDS } from '../support/programs/simulator.ts'
import { expect } from '../support/test.ts'

/** One account with a video whose plays are listed, and one whose posts have no view counts, as is common in lists. */
const INSTAGRAM = {
  usernames: ['adrianhorning', 'google'],
  items: [
    ...expectedItems('instagram', 'clips_user_adrianhorning_2025.json'),
    ...expectedItems('instagram', 'graphql_timeline_xdt_google_2025_p1.json'),
    ...expectedItems('instagram', 'graphql_timeline_xdt_google_2025_p2.json'),
    ...expectedItems('instagram', 'graphql_timeline_xdt_google_2025_p3.json'),
  ],
}
const TIKTOK = {
  username: 'dylanlemay',
  items: expectedItems('tiktok', 'user_page_sigi_dylanlemay_2023.html'),
}

const SESSION = '58912345678%3Ar7Kq2mXw9ZtPcV%3A12%3AAYcTn3vQkL0hWbJ5sR8yDfEu1GpOiMzXaN6lHgB4qw'
/** A scrape is a separate process that sends requests to the simulator; it may be slow on a busy machine. */
const SCRAPED_WITHIN = 120_000

type Row = { id: number; views: number }
type History = { points: { observed_at: string; views: number | null }[] }

test('a new installation has no activity, and nothing to scrape', async ({ page, signIn, watch }) => {
  watch.allow(/status of 400/)
  await signIn(page)
  await page.goto('/')
  await expect(page.getByText('No recent activity')).toHaveCount(2)
  await page.getByRole('button', { name: 'Scrape All' }).click()
  await expect(page.getByText('No accounts to scrape')).toBeVisible()
})

test('from a new installation to numbers, and to new numbers a day later', async ({ page, api }) => {
  await api.post('/api/scraping/sessions', { sessions: [SESSION] })

  await test.step('sign in', async () => {
    await page.goto('/')
    await page.getByLabel('Username').fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
  })

  const firstSteps = page.getByRole('region', { name: 'First steps' })
  await test.step('the checklist shows the session and the remaining steps', async () => {
    await expect(firstSteps).toContainText('1 of 4 done')
    await expect(firstSteps.getByRole('link', { name: 'Add an account' })).toBeVisible()
    await examineAllVariants(page, 'first-run')
    // Counting the sessions does not read their values, which would be recorded.
    const reads = await api.get('/api/admin/audit-log?action=sessions.read')
    expect(reads).toEqual({ entries: [], total: 0, pages: 0 })
  })

  await test.step('create a group and add an account of each platform', async () => {
    await page.getByRole('link', { name: 'Instagram', exact: true }).click()
    await page.getByRole('button', { name: 'Create Group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Group' })
    await dialog.getByLabel('Name').fill(GROUP)
    await dialog.getByLabel('Description').fill('Ice cream and search')
    await dialog.getByRole('button', { name: 'Create Group' }).click()
    await expect(page.getByText('Group created successfully')).toBeVisible()
    for (const username of INSTAGRAM.usernames) await addAccount(page, username)

    // The group stays selected.
    await page.getByRole('link', { name: 'TikTok', exact: true }).click()
    await addAccount(page, TIKTOK.username)
  })

  await test.step('scrape', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click()
    // The page of TikTok has such a list too.
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await page.getByRole('combobox', { name: 'Client group' }).selectOption('All Groups')
    await scrapeAll(page)
    await expect
      .poll(() => untilRead(api), { timeout: SCRAPED_WITHIN })
      .toEqual({ instagram: true, tiktok: true })
    await expect(page.getByRole('region', { name: 'Instagram totals' })).toBeVisible()
    await expect(firstSteps).toBeHidden()
  })

  await test.step('All Content Data shows the recorded numbers', async () => {
    await page.getByRole('link', { name: 'View All Data' }).click()
    await expect(page.getByRole('heading', { name: 'All Content Data' })).toBeVisible()
    for (const item of INSTAGRAM.items) await expectRow(page, item.shortcode ?? item.id, numbersOf(item))
    await page.getByRole('tab', { name: 'TikTok Videos' }).click()
    await expect(page).toHaveURL('/all-data?tab=tiktok')
    for (const item of TIKTOK.items) await expectRow(page, item.id, numbersOf(item))
  })

  const { videos } = await api.get<{ videos: Row[] }>('/api/dashboard/all-tiktok-videos?page=1&per_page=100')
  const before = await test.step('the Dashboard shows their sums', async () => {
    // The last known data are shown until the next poll.
    const sum = videos.reduce((total, { views }) => total + views, 0)
    await expect.poll(async () => (await dashboardViews(page)).tiktok).toBe(sum)
    return dashboardViews(page)
  })
  const video = videos[0]
  if (!video) throw new Error('no video was collected')
  const history = () => api.get<History>(`/api/tiktok/videos/${video.id}/history`)
  const first = await history()
  // Adding an account scrapes it too: if a minute ends between the two scrapes, there are already two measurements.
  expect(first.points.length).toBeGreaterThan(0)

  await test.step('a day later the numbers have changed, and the old ones are kept', async () => {
    // Measurements have a resolution of one minute, so the second one must be in another minute.
    const minute = first.points.at(-1)?.observed_at.slice(0, 16)
    await expect.poll(() => new Date().toISOString().slice(0, 16), { timeout: 70_000 }).not.toBe(minute)
    // A run in progress would be joined, and has already read the numbers of the day before.
    await expect.poll(() => openRuns(api), { timeout: SCRAPED_WITHIN }).toBe(0)
    await advanceClock(DAY_SECONDS)
    await scrapeAll(page)
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Refresh' }).click()
          const now = await dashboardViews(page)
          return { instagram: now.instagram > before.instagram, tiktok: now.tiktok > before.tiktok }
        },
        { timeout: SCRAPED_WITHIN },
      )
      .toEqual({ instagram: true, tiktok: true })
    const { points } = await history()
    expect(points.length).toBeGreaterThan(first.points.length)
    expect(points.slice(0, first.points.length)).toEqual(first.points)
    expect(points.at(-1)?.views).toBeGreaterThan(first.points.at(-1)?.views ?? Number.POSITIVE_INFINITY)
  })
})

/** Presses the Dashboard's button and waits for the scrape to begin. */
async function scrapeAll(page: Page): Promise<void> {
  const response = page.waitForResponse('**/api/dashboard/scrape-all?*')
  await page.getByRole('button', { name: 'Scrape All' }).click()
  expect((await response).ok()).toBe(true)
}

async function addAccount(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await dialog.getByRole('textbox').fill(username)
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: `@${username}` })).toBeVisible()
}

/** Whether the accounts of both platforms have been scraped completely. */
async function untilRead(api: { get: <Body>(path: string) => Promise<Body> }) {
  type Accounts = { accounts: { status: string; status_text: string }[] }
  const read = async (platform: string) => {
    const { accounts } = await api.get<Accounts>(`/api/${platform}/accounts`)
    return accounts.length > 0 && accounts.every(({ status }) => status === 'ok')
  }
  return { instagram: await read('instagram'), tiktok: await read('tiktok') }
}

function numbersOf(item: ExpectedItem): string[] {
  const shares = item.shares === null ? [] : [shown(item.shares)]
  return [
    shown(item.views),
    shown(item.likes),
    shown(item.comments),
    ...shares,
    shownCpm(item),
    shownEngagement(item),
  ]
}

async function expectRow(page: Page, link: string, numbers: string[]): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: link, exact: true }) })
  // Column 5 is the first numeric one, after caption, account, ID and date.
  for (const [index, number] of numbers.entries())
    await expect(row.getByRole('cell').nth(4 + index)).toContainText(number)
}

/** The exact view totals that the Dashboard shows. */
async function dashboardViews(page: Page): Promise<{ instagram: number; tiktok: number }> {
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const views = async (platform: string) => {
    const total = page
      .getByRole('region', { name: `${platform} totals` })
      .locator('dd [title]')
      .first()
    return Number((await total.getAttribute('title'))?.replaceAll(',', ''))
  }
  return { instagram: await views('Instagram'), tiktok: await views('TikTok') }
}
