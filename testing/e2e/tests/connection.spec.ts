import { test } from '../support/data/groups.ts'
import { idsOf } from '../support/data/ids.ts'
import { unique } from '../support/data/names.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

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
  // The page requests the file some seconds after it has loaded, or when it is needed.
  const file = '**/assets/Toasts-*.js'
  await signIn(page)
  await page.route(file, (route) => route.abort())
  await page.route('**/api/dashboard/scrape-all?*', (route) => route.abort())
  await page.goto('/')
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/Toasts-'))
  await page.getByRole('button', { name: 'Scrape All' }).click()
  await refused
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.unroute(file)
  await expect(page.getByText('The server could not be reached. Try again.')).toBeVisible()
})

test('a chart whose file cannot be loaded leaves the page as it is, and appears once it can', async ({
  page,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const file = '**/assets/TrendChart-*.js'
  await signIn(page)
  await page.route(file, (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/TrendChart-'))
  await page.goto('/all-data?tab=tiktok&sort=views')
  await page
    .getByRole('link', { name: /^History of / })
    .first()
    .click()
  await refused
  const history = page.getByRole('dialog', { name: /^History of a video by @/ })
  await expect(history.getByRole('term').first()).toHaveText('Views')
  await page.unroute(file)
  await expect(history.getByRole('group', { name: /^Views, every / })).toBeVisible()
})

test('an offline browser shows the last known numbers with one banner, until it is online again', async ({
  page,
  context,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page)
  await page.goto('/')
  const totals = page.getByRole('region', { name: 'TikTok totals' })
  await expect(totals).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alerts = page.getByRole('main').getByRole('alert')
  await expect(alerts).toContainText('The server could not be reached.')
  await expect(alerts).toHaveCount(1)
  await expect(totals).toBeVisible()
  await context.setOffline(false)
  await expect(alerts).toHaveCount(0)
})

test('a deletion that is confirmed offline fails, and is not sent later', async ({
  page,
  context,
  api,
  makeGroup,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { id } = await makeGroup(unique('Offline'))
  const accounts = ['gone.online', 'kept.offline'].map((username) => ({ username }))
  await api.post('/api/tiktok/accounts/bulk', { accounts, group_id: id })
  await signIn(page)
  await page.goto(`/tiktok?group=${id}`)
  const confirm = page
    .getByRole('dialog', { name: 'Delete this account?' })
    .getByRole('button', { name: 'Delete account' })
  // The files of dialogs and toasts are loaded with the first ones.
  await press(page.getByRole('button', { name: 'Delete @gone.online' }))
  await press(confirm)
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)

  await press(page.getByRole('button', { name: 'Delete @kept.offline' }))
  await expect(confirm).toBeVisible()
  await context.setOffline(true)
  await press(confirm)
  await expect(
    page.getByText(
      'The server could not be reached. Check whether the change was made before you try again.',
    ),
  ).toBeVisible()
  const banner = page.getByText('Nothing can be loaded right now')
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  const tracked = await api.get<{ accounts: object[] }>(`/api/tiktok/accounts?group_id=${id}`)
  expect(tracked.accounts).toEqual([expect.objectContaining({ username: 'kept.offline' })])
})
