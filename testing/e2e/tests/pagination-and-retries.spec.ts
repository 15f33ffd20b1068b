import type { Page } from '@playwright/test'
import { idsOf } from '../support/data/ids.ts'
import { expect, test } from '../support/test.ts'
import { logOut } from '../support/screens/userMenu.ts'

const POSTS = '**/api/dashboard/all-instagram-posts*'
const STATS = '**/api/dashboard/stats'

test('pages of All Content Data are in the URL', async ({ page, signIn }) => {
  await signIn(page)
  await pretendPages(page, { total: 1234, pages: 13 })
  await page.goto('/all-data')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(page.getByText('Total: 1,234 items')).toBeVisible()
  await expect(pages).toContainText('Showing 1 - 100 of 1,234')
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()

  // The page scrolls, with the titles and the pages in view.
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await expect(page.getByRole('columnheader', { name: 'Views' })).toBeInViewport({ ratio: 0.9 })
  await expect(pages).toBeInViewport({ ratio: 0.9 })
  // It stays there when a row's history is opened and closed, and when the user returns to it.
  const scrolled = () => page.evaluate(() => scrollY)
  const row = page.getByRole('row').last()
  await row.getByRole('cell').nth(4).click()
  const before = await scrolled()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(scrolled).toBe(before)
  expect(before).toBeGreaterThan(0)
  await row.getByRole('link', { name: /^@/ }).first().click()
  await expect(page).toHaveURL(/instagram\/\d+/)
  await page.goBack()
  await expect(pages).toBeInViewport({ ratio: 0.9 })
  await expect.poll(scrolled).toBe(before)

  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/all-data?page=2')
  await expect(pages).toContainText('Page 2 of 13')
  await expect(pages).toContainText('Showing 101 - 200 of 1,234')
  await page.goBack()
  await expect(pages).toContainText('Page 1 of 13')

  await page.goto('/all-data?page=99')
  await expect(page).toHaveURL('/all-data?page=13')
  await expect(pages).toContainText('Showing 1,201 - 1,234 of 1,234')
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()

  await page.getByRole('tab', { name: 'TikTok Videos' }).click()
  await expect(page).toHaveURL('/all-data?tab=tiktok')
})

for (const [tab, label] of [
  ['runs', 'Runs'],
  ['audit', 'Audit log'],
] as const)
  test(`a page of ${label} that does not exist leads to the last one`, async ({ page, signIn }) => {
    await signIn(page)
    await page.goto(`/admin?tab=${tab}&page=999`)
    await expect(page.getByRole('region', { name: label }).getByRole('row').nth(1)).toBeVisible()
    await expect(page).not.toHaveURL(/page=999/)
  })

test('a single page has no pagination', async ({ page, signIn }) => {
  await signIn(page)
  await pretendPages(page, { total: 48, pages: 1 })
  await page.goto('/all-data')
  await expect(page.getByText('Total: 48 items')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
})

test('a failed request is retried once', async ({ page, signIn, watch }) => {
  watch.allow(/status of 500/)
  await signIn(page)
  let calls = 0
  await page.route(STATS, (route) => {
    calls += 1
    return route.fulfill({ status: 500, json: { error: 'down', code: 'internal' } })
  })
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(calls).toBe(2)
})

test("adding an account twice shows the server's error", async ({ page, api, signIn, watch }) => {
  watch.allow(/status of 409/)
  const { group } = await idsOf(api)
  await signIn(page)
  await page.goto(`/instagram?group=${group}`)
  await page.getByRole('button', { name: 'Add Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Account' })
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await dialog.getByRole('textbox').fill('google')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expect(dialog.getByText('@google is already tracked')).toBeVisible()
})

test('deleting an account requires confirmation', async ({ page, api, signIn }) => {
  const { group } = await idsOf(api)
  await signIn(page)
  await page.goto(`/tiktok?group=${group}`)
  await page.getByRole('button', { name: 'Delete @dylanlemay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: '@dylanlemay' })).toBeVisible()
})

test('ASVS 14.3.1: logging out in one tab signs out all tabs', async ({ page, context, signIn, watch }) => {
  // The other tab may be sending a request at that moment.
  watch.allow(/status of 401/)
  const other = await context.newPage()
  await signIn(page)
  await page.goto('/')
  await other.goto('/all-data')
  await expect(other.getByRole('heading', { name: 'All Content Data' })).toBeVisible()
  await logOut(page)
  await expect(other).toHaveURL('/login')
})

/** Modifies the real response to claim more items than this program has collected. */
async function pretendPages(page: Page, more: { total: number; pages: number }): Promise<void> {
  await page.route(POSTS, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...more } })
  })
}
