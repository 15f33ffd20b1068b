import { test as base } from '../support/people.ts'
import { press } from '../support/keyboard.ts'
import { expect } from '../support/test.ts'

/** Has recorded answers, and needs no session. */
const USERNAME = 'dylanlemay'
/** A scrape is a process of its own that talks to the simulator. */
const SCRAPED_WITHIN = 60_000

/** A group with an account that has been read. */
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

test('a scrape that finds nothing new says so', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const account = page.getByRole('article', { name: `@${USERNAME}` })
  await expect(account).toContainText('Last updated:')
  await expect(account).toContainText('Next scrape:')
  await press(account.getByRole('button', { name: `Scrape new videos of @${USERNAME}` }))
  await expect(page.getByText('Profile is up to date - no new posts/videos')).toBeVisible({
    timeout: SCRAPED_WITHIN,
  })
})

test('the items of an account are sorted by the server, and have a history each', async ({
  page,
  group,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await press(page.getByRole('button', { name: /\d+ videos/ }))
  const items = page.getByRole('dialog', { name: `@${USERNAME}` })
  await expect(items.getByText(/Total: \d+ videos/)).toBeVisible()

  const sorted = page.waitForResponse(/\/videos\?sort=likes&order=desc$/)
  await press(items.getByRole('columnheader', { name: 'Likes' }).getByRole('button'))
  expect((await sorted).ok()).toBe(true)
  await expect(items.getByRole('columnheader', { name: 'Likes' })).toHaveAttribute('aria-sort', 'descending')

  await press(items.getByRole('link', { name: /^History of \d+/ }).first())
  await expect(page).toHaveURL(/&item=\d+$/)
  const history = page.getByRole('dialog', { name: /^History of \d+/ })
  await expect(history.getByRole('radio', { name: 'Shares' })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(items).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(items).toBeHidden()
  await expect(page).toHaveURL(`/tiktok?group=${group.id}`)
})
