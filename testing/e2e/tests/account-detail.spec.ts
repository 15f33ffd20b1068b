import type { Api } from '../support/data/api.ts'
import { test as base } from '../support/data/groups.ts'
import { examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

/** Has recorded responses and needs no session. */
const USERNAME = 'dylanlemay'
/** A scrape is a separate process that sends requests to the simulator. */
const SCRAPED_WITHIN = 120_000

/** A group with an account that has been scraped. */
const test = base.extend<{ group: { id: number } }>({
  group: async ({ api, makeGroup }, use, { testId }) => {
    const group = await makeGroup(`Detail ${testId.slice(-12)}`)
    await api.post('/api/tiktok/accounts', { username: USERNAME, group_id: group.id })
    const path = `/api/tiktok/accounts?group_id=${group.id}`
    const status = async () => (await api.get<{ accounts: { status: string }[] }>(path)).accounts[0]?.status
    await expect.poll(status, { timeout: SCRAPED_WITHIN }).toBe('ok')
    await use(group)
  },
})

test('a scrape without new items shows this', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const account = page.getByRole('article', { name: `@${USERNAME}` })
  await expect(account).toContainText('Last updated:')
  await expect(account).toContainText('Next update:')
  await press(account.getByRole('button', { name: `Scrape new videos of @${USERNAME}` }))
  await expect(page.getByText('Profile is up to date - no new posts/videos')).toBeVisible({
    timeout: SCRAPED_WITHIN,
  })
})

test('a card shows the gain of a week once the account has been scraped for a week', async ({
  page,
  group,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const account = page.getByRole('article', { name: `@${USERNAME}` })
  await expect(account).toContainText('Last updated:')
  await expect(account).not.toContainText('in 7 days')
  for (const [gained, text] of [
    [12_345, '+12.3K views in 7 days'],
    [-87, '−87 views in 7 days'],
    [0, 'Views unchanged in 7 days'],
  ] as const) {
    await page.route('**/api/tiktok/accounts?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { accounts: object[] }
      const accounts = body.accounts.map((read) => ({ ...read, gained_views_7_days: gained }))
      await route.fulfill({ response, json: { ...body, accounts } })
    })
    await page.goto(`/tiktok?group=${group.id}`)
    await expect(account).toContainText(text)
  }
})

test('the server sorts the items of an account, and each item has a history', async ({
  page,
  group,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await press(page.getByRole('link', { name: /\d+ videos/ }))
  await expect(page.getByRole('heading', { name: `@${USERNAME}` })).toBeVisible()
  await expect(page).toHaveURL(/\/tiktok\/\d+$/)
  const items = page.getByRole('region', { name: 'All videos' })
  await expect(items.getByText(/Total: \d+ videos/)).toBeVisible()

  const sorted = page.waitForResponse(/\/videos\?sort=likes&order=desc$/)
  await press(items.getByRole('columnheader', { name: 'Likes' }).getByRole('button'))
  expect((await sorted).ok()).toBe(true)
  await expect(items.getByRole('columnheader', { name: 'Likes' })).toHaveAttribute('aria-sort', 'descending')

  await expect(page).toHaveURL(/\?sort=likes$/)

  await press(items.getByRole('link', { name: /^History of \d+/ }).first())
  await expect(page).toHaveURL(/\?sort=likes&item=\d+$/)
  const history = page.getByRole('dialog', { name: `History of a video by @${USERNAME}` })
  await expect(history.getByRole('radio', { name: 'Shares' })).toBeAttached()
  await page.reload()
  await expect(history.getByRole('link', { name: `@${USERNAME}`, exact: true })).toBeVisible()
  await expect(history).toContainText('Posted ')
  // The recorded responses contain no saves.
  await expect(history.getByRole('term')).toHaveText(['Views', 'Likes', 'Comments', 'Shares'])
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  await expect(page).toHaveURL(/\?sort=likes$/)

  await press(page.getByRole('link', { name: 'Back to the TikTok accounts' }))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}`)
})

test('the order of the items is in the URL, and follows back and forward', async ({
  page,
  group,
  api,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/tiktok/${await accountOf(api, group.id)}?sort=comments&order=asc`)
  const items = page.getByRole('region', { name: 'All videos' })
  const column = (name: string) => items.getByRole('columnheader', { name })
  const status = page.getByRole('region', { name: 'Status' })
  await expect(status).toContainText('Last updated:')
  await expect(status).toContainText('Next update:')
  await expect(column('Comments')).toHaveAttribute('aria-sort', 'ascending')
  const cells = items.getByRole('row').locator('td:nth-child(4) [title]')
  await expect.poll(() => cells.count()).toBeGreaterThan(2)
  const titles = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('title') ?? ''))
  const comments = titles.map((title) => Number(title.replaceAll(',', '')))
  expect(comments).toEqual(comments.toSorted((a, b) => a - b))

  await press(column('Views').getByRole('button'))
  await expect(page).toHaveURL(/\?sort=views$/)
  await expect(column('Views')).toHaveAttribute('aria-sort', 'descending')
  await page.goBack()
  await expect(page).toHaveURL(/\?sort=comments&order=asc$/)
  await expect(column('Comments')).toHaveAttribute('aria-sort', 'ascending')
  await page.goForward()
  await expect(column('Views')).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(column('Views')).toHaveAttribute('aria-sort', 'descending')
})

test('on a phone the order of the items is chosen from a list', async ({ page, group, signIn }) => {
  await page.setViewportSize(VARIANTS.phone.viewport)
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await press(page.getByRole('link', { name: /\d+ videos/ }))
  const order = page.getByRole('combobox', { name: 'Order' })
  await expect(order).toHaveValue('')
  await order.selectOption('Likes: low to high')
  await expect(page).toHaveURL(/\?sort=likes&order=asc$/)
})

test('an account has a history, whose view is in the URL', async ({ page, api, group, signIn }) => {
  const account = await accountOf(api, group.id)
  const { days } = await api.get<{ days: { views: number }[] }>(`/api/tiktok/accounts/${account}/history`)
  const views = days.at(-1)?.views.toLocaleString('en-US')
  await signIn(page)
  await page.goto(`/tiktok/${account}`)
  const history = page.getByRole('region', { name: 'History' })
  const point = history.locator('[role=img][tabindex="0"]')
  // The values at the first scrape were not gained on that day.
  await expect(point).toHaveAccessibleName(new RegExp(` \\(tracking began\\), so far: ${views} views$`))
  await expect(history.getByText('Tracking began', { exact: true })).toBeVisible()
  for (const name of ['Views', 'Likes', 'Comments', 'Shares', 'Saves'])
    await expect(history.getByRole('term').filter({ hasText: name })).toBeVisible()

  const all = history.getByRole('radio', { name: 'All time' })
  await all.focus()
  await all.press('Space')
  await expect(page).toHaveURL(/\?days=all$/)
  const gained = history.getByRole('radio', { name: 'Gained' })
  await gained.focus()
  await gained.press('Space')
  await expect(page).toHaveURL(/\?show=gained&days=all$/)
  await page.reload()
  await expect(all).toBeChecked()
  await expect(gained).toBeChecked()
})

test('an account of another group, or none, is not found', async ({ page, signIn, watch }) => {
  watch.allow(/status of 404/)
  await signIn(page)
  for (const id of ['999999999', 'nobody']) {
    await page.goto(`/tiktok/${id}`)
    await expect(page.getByText('Account not found')).toBeVisible()
  }
  await press(page.getByRole('link', { name: 'All TikTok accounts' }))
  await expect(page).toHaveURL('/tiktok')
})

test('page of an account', async ({ page, api, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok/${await accountOf(api, group.id)}`)
  await expect(page.getByRole('region', { name: 'Numbers' })).toContainText('Followers')
  await expect(page.getByRole('region', { name: 'History' }).locator('[role=img]').first()).toBeAttached()
  await expect(page.getByText(/Total: \d+ videos/)).toBeVisible()
  await examineAllVariants(page, 'account')
})

test('table of accounts', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('link', { name: `@${USERNAME}`, exact: true })).toBeVisible()
  await expect(page.getByText('1 of 10 accounts used')).toBeVisible()
  await examineAllVariants(page, 'accounts-table')
})

/** Returns the ID of the group's only account. */
async function accountOf(api: Api, group: number): Promise<number> {
  const { accounts } = await api.get<{ accounts: { id: number }[] }>(`/api/tiktok/accounts?group_id=${group}`)
  const [account] = accounts
  if (account === undefined) throw new Error('the group has no account')
  return account.id
}
