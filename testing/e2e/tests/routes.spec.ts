import type { Page } from '@playwright/test'
import { idsOf } from '../support/data/ids.ts'
import { memberOf } from '../support/data/members.ts'
import { expect, test } from '../support/test.ts'

/** Every route of the product, with the heading that identifies its screen. */
const ALL_USERS = [
  ['/', 'Dashboard'],
  ['/instagram', 'Instagram'],
  ['/tiktok', 'TikTok'],
  ['/all-data', 'All Content Data'],
  ['/logo-test', 'Logo Display Test'],
] as const
const ADMINS = [
  ['/admin', 'Admin Dashboard'],
  ['/admin/groups', 'Group Management'],
  ['/admin/sessions', 'Instagram Sessions'],
] as const
const UNKNOWN = ['/no/such/page', '/admin/nothing', '/index.php']

test('a visitor is redirected to the sign-in screen from every page', async ({ page }) => {
  for (const path of [...[...ALL_USERS, ...ADMINS].map(([route]) => route), ...UNKNOWN]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
    await expectHeading(page, 'Sign In')
  }
})

test('a member can open the screens of members, and is redirected from others to the Dashboard', async ({
  page,
  api,
  signInAs,
}) => {
  await signInAs(page, await memberOf(api, (await idsOf(api)).group))
  for (const [path, heading] of ALL_USERS) {
    await page.goto(path)
    await expectHeading(page, heading)
    await expect(page).toHaveURL(path)
  }
  for (const path of [...ADMINS.map(([route]) => route), ...UNKNOWN]) {
    // Does not wait until everything has loaded: the toast is shown for a few seconds.
    await page.goto(path, { waitUntil: 'commit' })
    const why = UNKNOWN.includes(path) ? 'Page not found' : 'Access denied'
    await expect(page.getByText(why), path).toHaveCount(1)
    await expect(page, path).toHaveURL('/')
    await expectHeading(page, 'Dashboard')
  }
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await expectHeading(page, 'Dashboard')
  await expect(page.getByText(/^(Page not found|Access denied)$/)).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Instagram', 'TikTok', 'View All Data'])
})

test('an admin can open every screen', async ({ page, signIn }) => {
  await signIn(page)
  for (const [path, heading] of [...ALL_USERS, ...ADMINS]) {
    await page.goto(path)
    await expectHeading(page, heading)
    await expect(page).toHaveURL(path)
  }
  for (const path of ['/login', ...UNKNOWN]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/')
  }
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const [link, heading] of [
    ['Admin', 'Admin Dashboard'],
    ['Groups', 'Group Management'],
    ['Sessions', 'Instagram Sessions'],
    ['View All Data', 'All Content Data'],
  ] as const) {
    await menu.getByRole('link', { name: link, exact: true }).click()
    await expectHeading(page, heading)
  }
})

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
}
