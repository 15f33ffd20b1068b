import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { DAY_MS } from '../support/data/days.ts'
import { missingName } from '../support/data/names.ts'
import { test as base } from '../support/data/groups.ts'
import { expect } from '../support/test.ts'

/** One account with recorded responses, and one that does not exist on the platform. Neither needs a session. */
const [READ, MISSING] = ['dylanlemay', missingName()]
const MISSING_TEXT = '1 account: Not found on TikTok. Check the username or delete the account.'
const SCRAPED_WITHIN = 120_000

type Accounts = { accounts: { username: string; status: string }[] }

/** A group with both accounts after their first scrape. */
const test = base.extend<{ group: { id: number } }>({
  group: async ({ api, makeGroup }, use, { testId }) => {
    const group = await makeGroup(`Fresh ${testId.slice(-12)}`)
    const accounts = [{ username: READ }, { username: MISSING }]
    await api.post('/api/tiktok/accounts/bulk', { accounts, group_id: group.id })
    const statuses = async () => {
      const tracked = await api.get<Accounts>(`/api/tiktok/accounts?group_id=${group.id}`)
      return Object.fromEntries(tracked.accounts.map(({ username, status }) => [username, status]))
    }
    await expect.poll(statuses, { timeout: SCRAPED_WITHIN }).toEqual({ [READ]: 'ok', [MISSING]: 'not_found' })
    await use(group)
  },
})

test('the Dashboard shows the age of its numbers, and links to the accounts that cannot be read', async ({
  page,
  group,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/?group=${group.id}`)
  const tiktok = page.getByRole('region', { name: 'TikTok totals' })
  await expect(tiktok).toContainText(/Last updated: (just now|\d+ (minute|hour)s? ago)/)
  await expect(tiktok).toContainText(/Next update: (any moment|in \d+ minutes?)/)
  await expect(tiktok).toContainText(/Oldest data: (just now|\d+ (minute|hour)s? ago)/)
  // Nothing is tracked on this platform, so no numbers can be stale.
  await expect(page.getByRole('region', { name: 'Instagram totals' })).not.toContainText('Last updated')

  // An account that was never scraped and was not found counts once, on one line.
  await expect(tiktok.getByRole('listitem')).toHaveText([MISSING_TEXT])
  await press(tiktok.getByRole('link', { name: MISSING_TEXT }))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}&status=not_found`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('Not found on TikTok.')
  await expect(page.getByText('1 account needs attention; the others are hidden.')).toBeVisible()
  await press(page.getByRole('button', { name: 'Show all accounts' }))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}`)
  await expect(cards).toHaveCount(2)

  await expect(page.getByRole('article', { name: `@${MISSING}` })).toContainText('Last updated: Never')
})

test('the Dashboard shows that all accounts are up to date, and the filter of an outdated status can be cleared', async ({
  page,
  api,
  group,
  signIn,
}) => {
  const path = `/api/tiktok/accounts?group_id=${group.id}`
  const { accounts } = await api.get<{ accounts: { id: number; username: string }[] }>(path)
  const missing = accounts.find(({ username }) => username === MISSING)?.id
  await api.delete(`/api/tiktok/accounts/${missing}`)
  await signIn(page)
  await page.goto(`/?group=${group.id}`)
  const tiktok = page.getByRole('region', { name: 'TikTok totals' })
  await expect(tiktok).toContainText('The account is up to date')
  await page.goto(`/tiktok?group=${group.id}&status=not_found`)
  await expect(page.getByText('No accounts with this status')).toBeVisible()
  await press(page.getByRole('button', { name: 'Show all accounts' }))
  await expect(page.getByRole('article', { name: `@${READ}` })).toBeVisible()
})

test('an admin finds failing accounts of all groups in one list, by a link with their number', async ({
  page,
  api,
  group,
  signIn,
}) => {
  const { total } = await api.get<{ total: number }>('/api/dashboard/attention')
  await signIn(page)
  await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Attention' })
  await expect(link).toContainText(/\d+/)
  expect(total).toBeGreaterThan(0)
  await press(link)
  await expect(page).toHaveURL('/attention')
  const row = page.getByRole('row').filter({ hasText: `@${MISSING}` })
  await expect(row).toContainText('Not found on TikTok.')
  await expect(row).toContainText('Never')
  await page.goto(`/attention?group=${group.id}`)
  await expect(page.getByText('Total: 1 entry')).toBeVisible()
  await press(page.getByRole('link', { name: `@${MISSING}`, exact: true }))
  await expect(page.getByRole('heading', { name: `@${MISSING}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Retry @${MISSING}` })).toBeVisible()

  // The next update is due.
  await page.clock.setFixedTime(Date.now() + 30 * DAY_MS)
  await page.goto(`/attention?group=${group.id}`)
  await expect(row).toContainText('any moment')
})

test('the result of a retry is announced once, although two buttons follow it', async ({
  page,
  group,
  signIn,
}) => {
  const id = '01936a2e-0000-7000-8000-0000000000cc'
  const error = 'The update was interrupted. Another update starts when the next update is due.'
  await page.route('**/api/tiktok/accounts/*/refresh', (route) =>
    route.fulfill({
      json: {
        status: 'processing',
        message: 'Updating in the background',
        videos_processed: 0,
        items_updated: 0,
        run_id: id,
      },
    }),
  )
  await page.route(`**/api/scraping/runs/${id}`, (route) =>
    route.fulfill({
      json: {
        id,
        platform: 'tiktok',
        status: 'completed',
        total: 1,
        videos: 0,
        done: 0,
        failed: 1,
        items_new: 0,
        items_updated: 0,
        started_at: '2026-11-22T10:00:00Z',
        ended_at: '2026-11-22T10:01:00Z',
        results: [{ username: MISSING, status: 'interrupted', error, new: 0, updated: 0 }],
      },
    }),
  )
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const card = page.getByRole('article', { name: `@${MISSING}` })
  await expect(card.getByRole('button', { name: `Scrape new videos of @${MISSING}` })).toBeVisible()
  await press(card.getByRole('button', { name: `Retry @${MISSING}` }))
  await expect(page.getByRole('alert').filter({ hasText: error })).toHaveCount(1)
})

test('a failing account is deleted in the list of what needs attention, which can be undone', async ({
  page,
  group,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/attention?group=${group.id}`)
  const row = page.getByRole('row').filter({ hasText: `@${MISSING}` })
  await expect(row.getByRole('button', { name: `Scrape new videos of @${MISSING}` })).toBeVisible()
  await press(row.getByRole('button', { name: `Delete @${MISSING}` }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }))
  await expect(page.getByText('Everything is up to date')).toBeVisible()
  await expect(page).toHaveURL(`/attention?group=${group.id}`)
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('Restored', { exact: true })).toBeVisible()
})

test('freshness', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/?group=${group.id}`)
  await expect(page.getByRole('link', { name: MISSING_TEXT })).toBeVisible()
  await examineAllVariants(page, 'dashboard-freshness')
  await page.goto(`/tiktok?group=${group.id}&status=not_found`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await examineAllVariants(page, 'accounts-by-status')
  await page.goto(`/attention?group=${group.id}`)
  await expect(page.getByText('Total: 1 entry')).toBeVisible()
  await examineAllVariants(page, 'attention')
})
