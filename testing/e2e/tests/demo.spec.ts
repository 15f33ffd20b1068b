import type { Page } from '@playwright/test'
import type { Credentials } from '../support/data/api.ts'
import { test } from '../support/programs/demo.ts'
import { ADMIN } from '../support/programs/environment.ts'
import { takeScreenshot } from '../support/screens/screenshot.ts'
import { expect } from '../support/test.ts'
import { logOut } from '../support/screens/userMenu.ts'

type Accounts = { accounts: { status: string }[] }

/** A user of a sample group. */
const MEMBER = {
  username: 'mara',
  password: 'clipmeter-demo',
  name: 'Mara Lindqvist',
  group: 'Harbour Coffee',
}

/** The sample accounts are scraped in batches, each in a child process. */
const FILLED_WITHIN = 300_000

/** `npm run screenshots` copies some of the screenshots into the docs. */
test('sample data fills the Dashboard automatically', async ({ page, api }) => {
  const waiting = async (platform: string) => {
    const { accounts } = await api.get<Accounts>(`/api/${platform}/accounts`)
    return accounts.filter(({ status }) => status === 'pending').length
  }
  for (const platform of ['instagram', 'tiktok'])
    await expect.poll(() => waiting(platform), { timeout: FILLED_WITHIN }).toBe(0)

  await signInAs(page, ADMIN)
  await expect(page.getByRole('region', { name: 'Top Instagram Posts' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Top TikTok Videos' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByText('Welcome back!')).toBeHidden()
  // The sample data include a month of measurements.
  for (const name of ['Instagram totals', 'TikTok totals'])
    await expect(page.getByRole('region', { name })).toContainText(/\+[\d.,]+[KM]? in the last 7 days/)
  await expect(page.getByRole('group', { name: 'views, every day' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await takeScreenshot(page, 'demo-dashboard')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Scraping status' })).toBeVisible()
  await expect(page.getByText('in the last 7 days')).toHaveCount(2)
  await takeScreenshot(page, 'demo-admin')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/all-data?sort=views')
  await expect(page.getByRole('columnheader', { name: 'Views' })).toHaveAttribute('aria-sort', 'descending')
  // Ten rows; all hundred are too high for the docs.
  await takeScreenshot(page, 'demo-all-data', 1)
  await page.emulateMedia({ colorScheme: 'light' })
  await logOut(page)

  // A member of a group has no group selection.
  await signInAs(page, MEMBER)
  await expect(page.getByText(MEMBER.name)).toBeVisible()
  await expect(page.getByText(MEMBER.group)).toBeVisible()
  await expect(page.getByText('Welcome back!')).toBeHidden()
  await page.getByRole('link', { name: 'TikTok', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to the client groups' })).toHaveCount(0)
  await takeScreenshot(page, 'demo-member')
  await page
    .getByRole('link', { name: /\d+ videos/ })
    .first()
    .click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('definition').filter({ hasText: 'in the last 7 days' })).toHaveCount(5)
  await takeScreenshot(page, 'demo-account')
})

async function signInAs(page: Page, { username, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
}
