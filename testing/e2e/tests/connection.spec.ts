import { idsOf } from '../support/data/ids.ts'
import { expect, test } from '../support/test.ts'

test('without a connection, one banner covers all numbers, and a failed addition says that nothing was added', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const { group } = await idsOf(api)
  await signIn(page)
  // Before all other routes: a request may pass while a page's first route is set.
  await page.route('**/api/instagram/accounts', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'TikTok totals' })).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alerts = page.getByRole('main').getByRole('alert')
  await expect(alerts).toContainText('The server could not be reached.')
  await expect(alerts).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'TikTok totals' })).toBeVisible()
  await page.unroute('**/api/**')
  await expect(alerts).toHaveCount(0)

  await page.goto(`/instagram?group=${group}`)
  await page.getByRole('button', { name: 'Add Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Accounts' })
  await dialog.getByLabel('Instagram username').fill('somebody')
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByText(
      'The server could not be reached. Check whether the change was made before you try again.',
    ),
  ).toBeVisible()
})

test('without a connection, an error is shown as soon as the file that shows it has loaded', async ({
  page,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  await signIn(page)
  await page.goto('/')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.route('**/api/dashboard/scrape-all?*', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
  await page.getByRole('button', { name: 'Scrape All' }).click()
  await refused
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.unroute('**/assets/*.js')
  await expect(page.getByText('The server could not be reached. Try again.')).toBeVisible()
})
