import type { Page } from '@playwright/test'
import { SCRAPED_WITHIN, test, USERNAME } from '../support/programs/background.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { withFault } from '../support/programs/simulator.ts'
import { expect } from '../support/test.ts'
import { logOut } from '../support/screens/userMenu.ts'

/** Long enough to leave the page and return during a scrape on a busy machine, shorter than a scraper's request timeout. */
const SLOW = { fault: 'slow', username: USERNAME, delay_ms: 25_000 } as const

/** A run whose progress the test sets, in place of the program's. */
const RUN = {
  id: '01936a2e-0000-7000-8000-0000000000bb',
  platform: 'tiktok',
  status: 'running',
  total: 2,
  videos: 0,
  done: 1,
  failed: 1,
  items_new: 0,
  items_updated: 3,
  started_at: '2026-11-22T10:00:00Z',
  ended_at: null,
  results: [] as object[],
}
const RUN_PATH = `**/api/scraping/runs/${RUN.id}`
const STARTED = { status: 'processing', message: 'Updating in the background', items_updated: 0 }

const strip = (page: Page) => page.getByRole('region', { name: 'Scrape in progress' })
const scrapeAll = (page: Page) => page.getByRole('button', { name: 'Scrape All' })

test('a scrape shows its progress on the page that started it, even after leaving or reloading the page', async ({
  page,
  group,
  signIn,
}) => {
  await signIn(page)
  for (const [path, elsewhere] of [
    ['/', 'TikTok'],
    [`/tiktok?group=${group.id}`, 'Dashboard'],
  ] as const) {
    await page.goto(path)
    await withFault(SLOW, async () => {
      await press(scrapeAll(page))
      await expect(strip(page)).toContainText('Updating 1 of 1 account…')
      await page.getByRole('link', { name: elsewhere, exact: true }).click()
      await expect(page).not.toHaveURL(path)
      await expect(strip(page)).toHaveCount(0)
      await page.goBack()
      await expect(strip(page)).toContainText('Updating 1 of 1 account…')
      await expect(scrapeAll(page)).toBeDisabled()
      await page.reload()
      await expect(strip(page)).toContainText('Updating 1 of 1 account…')
      await expect(scrapeAll(page)).toBeDisabled()
    })
    await expect(page.getByText(/^1 account updated: (no changes|0 new items, [\d,]+ changed)$/)).toBeVisible(
      {
        timeout: SCRAPED_WITHIN,
      },
    )
    await expect(strip(page)).toHaveCount(0)
    await expect(scrapeAll(page)).toBeEnabled()
  }
})

test('the scrape of one account shows its progress and its result', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const scrape = page.getByRole('button', { name: `Scrape new videos of @${USERNAME}` })
  await withFault(SLOW, async () => {
    await press(scrape)
    await expect(page.getByText('Updating in the background')).toBeVisible()
    await page.reload()
    await expect(scrape).toBeDisabled()
  })
  await expect(page.getByText('Profile is up to date - no new posts/videos')).toBeVisible({
    timeout: SCRAPED_WITHIN,
  })
  await expect(scrape).toBeEnabled()
})

test('videos are not counted as accounts, and failed ones not as updated', async ({ page, signIn }) => {
  const none = { successful: 0, failed: 0 }
  const summary = { instagram: none, tiktok: none }
  await page.route('**/api/dashboard/scrape-all?*', (route) =>
    route.fulfill({ json: { ...STARTED, summary, run_ids: [RUN.id] } }),
  )
  let now: object = { ...RUN, total: 32, videos: 32, done: 4 }
  await page.route(RUN_PATH, (route) => route.fulfill({ json: now }))
  await signIn(page)
  await page.goto('/')
  await press(scrapeAll(page))
  await expect(strip(page)).toContainText('Updating 5 of 32 videos…')
  now = { ...RUN, total: 32, videos: 27, done: 5 }
  await expect(strip(page)).toContainText('Updating 6 of 32 accounts and videos…')
  now = { ...RUN, total: 32, videos: 27, done: 32, failed: 2, status: 'completed' }
  await expect(
    page.getByText('30 accounts and videos updated, 2 failed: 0 new items, 3 changed'),
  ).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
})

test('the scrape of one account ends with its own result, while its run reads other accounts', async ({
  page,
  group,
  signIn,
}) => {
  const other = { username: 'another', status: 'private', error: 'Another is private.', new: 0, updated: 0 }
  const pending = { username: USERNAME, status: 'pending', new: 0, updated: 0 }
  await page.route('**/api/tiktok/accounts/*/refresh', (route) =>
    route.fulfill({ json: { ...STARTED, videos_processed: 0, run_id: RUN.id } }),
  )
  let now: object = { ...RUN, results: [other, pending] }
  await page.route(RUN_PATH, (route) => route.fulfill({ json: now }))
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const scrape = page.getByRole('button', { name: `Scrape new videos of @${USERNAME}` })
  const read = page.waitForResponse(RUN_PATH)
  await press(scrape)
  await read
  await expect(scrape).toBeDisabled()
  now = { ...RUN, results: [other, { ...pending, status: 'success', new: 2, updated: 40 }] }
  await expect(page.getByText('1 account updated: 2 new items, 40 changed')).toBeVisible()
  await expect(scrape).toBeEnabled()
  await expect(page.getByText(other.error)).toHaveCount(0)
})

test("the next user sees no progress of the previous user's scrape", async ({
  page,
  api,
  group,
  signInAs,
}) => {
  await signInAs(page, api)
  await page.goto(`/tiktok?group=${group.id}`)
  await withFault(SLOW, async () => {
    await press(scrapeAll(page))
    await expect(strip(page)).toBeVisible()
    const kept = () => page.evaluate(() => localStorage.getItem('clipmeter.runs'))
    expect(await kept()).not.toBeNull()
    await logOut(page)
    await expect.poll(kept).toBeNull()
  })
})

test('a scrape in progress', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await withFault(SLOW, async () => {
    await press(scrapeAll(page))
    await expect(strip(page)).toBeVisible()
    await examineAllVariants(page, 'scrape-in-progress')
  })
})
