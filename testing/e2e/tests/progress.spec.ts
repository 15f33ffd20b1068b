import type { Page } from '@playwright/test'
import { SCRAPED_WITHIN, test, USERNAME } from '../support/programs/background.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { withFault } from '../support/programs/simulator.ts'
import { expect } from '../support/test.ts'
import { logOut } from '../support/screens/userMenu.ts'

/** Long enough to leave the page and return while the scrape is in progress. */
const SLOW = { fault: 'slow', username: USERNAME, delay_ms: 6_000 } as const

const strip = (page: Page) => page.getByRole('region', { name: 'Scrape in progress' })
const scrapeAll = (page: Page) => page.getByRole('button', { name: 'Scrape All' })

test('a scrape shows its progress on the page that started it, even after leaving or reloading the page', async ({
  page,
  group,
  signIn,
}) => {
  test.setTimeout(3 * 60_000)
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
  // Slow enough for all checks.
  await withFault({ ...SLOW, delay_ms: 20_000 }, async () => {
    await press(scrapeAll(page))
    await expect(strip(page)).toBeVisible()
    await examineAllVariants(page, 'scrape-in-progress')
  })
})
