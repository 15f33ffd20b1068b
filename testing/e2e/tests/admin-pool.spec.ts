import { mergeTests } from '@playwright/test'
import { examine, examineAllVariants } from '../support/screens/examine.ts'
import { test as groups } from '../support/data/groups.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { retryLoading } from '../support/screens/retryLoading.ts'
import { pooled, refuseSession, useSession } from '../support/data/pool.ts'
import { makeSessions, test as sessions } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

const test = mergeTests(sessions, groups)

const SCREEN = '/admin/sessions'
/** The page reads the statuses this often. */
const POLL_MS = 10_000

type Pool = { sessions: { id: number; name: string; state: string }[] }

/** Almost 1: layout may cut off half a pixel at an element's edge. */
const FULLY_VISIBLE = { ratio: 0.98 }

test('the list is shown while the states are loading, and these can be retried after an error', async ({
  page,
  pool,
  watch,
}) => {
  watch.allow(/status of 503/)
  await pool.set(makeSessions(1))
  const release = await holdRequest(page, 'GET', '**/api/scraping/pool?*')
  await page.goto(SCREEN)
  await expect(pooled(page, 1)).toContainText('5820000001%3AkQm2xV8…')
  await expect(pooled(page, 1)).not.toContainText('Active')
  release()
  await expect(pooled(page, 1)).toContainText('Active')

  await page.route('**/api/scraping/pool?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'The sessions cannot be read', code: 'internal' } }),
  )
  await page.goto(SCREEN)
  await expect(page.getByText('The sessions cannot be read')).toBeVisible()
  await expect(pooled(page, 1)).toContainText('5820000001%3AkQm2xV8…')
  await retryLoading(page, '**/api/scraping/pool?*')
  await expect(pooled(page, 1)).toContainText('Active')
})

test('each session shows its state, the reason and its use', async ({ page, pool }) => {
  await pool.set(makeSessions(6))
  await useSession(0, 1200, 0)
  await refuseSession(1, { state: 'cooling', reason: 'rate_limited', minutes: 12 })
  await useSession(1, 400, 8)
  await refuseSession(2, { state: 'challenged', reason: 'challenge_required' })
  await refuseSession(3, { state: 'dead', reason: 'suspended' })
  await refuseSession(4, { state: 'suspect', reason: 'session_dead', minutes: 12 })
  await page.goto(SCREEN)
  await expect(pooled(page, 1)).toContainText('Active')
  await expect(pooled(page, 1)).toContainText('1,200')
  await expect(pooled(page, 1)).toContainText('100%')
  await expect(pooled(page, 2)).toContainText(
    "Instagram limited the session's requests. It recovers automatically.",
  )
  await expect(pooled(page, 2)).toContainText(/Since 3 hours ago · available in 1[12] minutes/)
  await expect(pooled(page, 2)).toContainText('98%')
  await expect(pooled(page, 3)).toContainText('Challenged')
  await expect(pooled(page, 3)).toContainText('Challenge required')
  await expect(pooled(page, 4)).toContainText('Use a session of another account.')
  await expect(pooled(page, 5)).toContainText(
    'Instagram requires a new login. The session is retried automatically',
  )
  await expect(pooled(page, 5)).toContainText(/Since 3 hours ago · next attempt in 1[12] minutes/)
  const tile = (name: string) => page.getByRole('region', { name, exact: true })
  // All are in the list, and the rest of the tile says how many can be used.
  await expect(tile('Active')).toContainText('6')
  await expect(tile('Active')).toContainText(
    '2 available · 1 cooling down · 1 suspect · 1 challenged · 1 dead',
  )
  await examineAllVariants(page, 'pool')

  await page.getByLabel('State').selectOption('Challenged (1)')
  await expect(page).toHaveURL(`${SCREEN}?state=challenged`)
  await expect(page.getByRole('heading', { name: 'Challenged sessions (Showing 1 - 1 of 1)' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(pooled(page, 3)).toContainText('5820000003%3AkQm2xV8…')
  await press(page.getByRole('button', { name: 'Delete session #3' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete session' }))
  await expect(page.getByText('No session is in this state')).toBeVisible()
  expect((await pool.read()).sessions).toHaveLength(5)
  await page.goto(`${SCREEN}?state=dead&page=7`)
  await expect(page).toHaveURL(`${SCREEN}?state=dead`)
})

test('sessions in a state have pages of their own, and their values can be shown', async ({ page, pool }) => {
  await pool.set(makeSessions(120))
  // 70 sessions, of which the second page begins with the session #91.
  for (let index = 40; index < 110; index += 1)
    await refuseSession(index, { state: 'dead', reason: 'suspended' })
  await page.goto(`${SCREEN}?state=dead`)
  await expect(page.getByRole('heading', { name: 'Dead sessions (Showing 1 - 50 of 70)' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`${SCREEN}?state=dead&page=2`)
  await expect(page.getByRole('heading', { name: 'Dead sessions (Showing 51 - 70 of 70)' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(21)
  await expect(pooled(page, 91)).toContainText('5820000091%3AkQm2xV8…')

  await expect(pooled(page, 101)).not.toContainText('5820000101')
  await press(pooled(page, 101).getByRole('link', { name: 'Show its value' }))
  await expect(page).toHaveURL(`${SCREEN}?state=dead&page=2&values=3`)
  await expect(pooled(page, 101)).toContainText('5820000101%3AkQm2xV8…')
  await expect(pooled(page, 101).getByText('5820000101%3AkQm2xV8…')).toBeFocused()
  await press(page.getByRole('button', { name: 'Delete session #101' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete session' }))
  await expect(page.getByRole('heading', { name: 'Dead sessions (Showing 51 - 69 of 69)' })).toBeVisible()
})

test('the actions of a session are visible without scrolling, regardless of the text of its row', async ({
  page,
  api,
  pool,
}) => {
  await pool.set(makeSessions(8))
  const { proxies } = await api.post<{ proxies: { id: number }[] }>('/api/scraping/proxies', {
    name: 'Residential proxy in Frankfurt',
    url: 'http://proxy.example.com:1080',
  })
  try {
    const health = await api.get<{ sessions: { id: number }[] }>('/api/scraping/pool?page=1&per_page=50')
    for (const { id } of health.sessions)
      await api.patch(`/api/scraping/pool/${id}`, { proxy_id: proxies[0]?.id })
    await refuseSession(0, { state: 'cooling', reason: 'rate_limited', minutes: 12 })
    await refuseSession(1, { state: 'challenged', reason: 'challenge_required' })
    const table = page.getByRole('region', { name: 'All sessions' })
    const wider = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    const disable = pooled(page, 1).getByRole('button', { name: 'Disable session #1' })
    const reenable = pooled(page, 2).getByRole('button', { name: 'Re-enable session #2' })
    const inSight = async () => {
      for (const button of [disable, reenable]) await expect(button).toBeInViewport(FULLY_VISIBLE)
    }
    await page.setViewportSize({ width: 1400, height: 900 })
    await page.goto(SCREEN)
    await inSight()
    await expect.poll(wider).toBe(0)
    // All rows counted below the table are rendered, and the last one can be reached.
    await expect(page.getByText('Showing 1 - 8 of 8')).toBeVisible()
    await expect(table.getByRole('row')).toHaveCount(9)
    await table.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
    await expect(pooled(page, 8)).toBeInViewport(FULLY_VISIBLE)

    // Too narrow for all columns: the table scrolls beneath its sticky last column.
    await page.setViewportSize({ width: 1000, height: 900 })
    await table.evaluate((frame) => frame.scrollTo(0, 0))
    await expect.poll(wider).toBeGreaterThan(0)
    await inSight()
  } finally {
    for (const { id } of proxies) await api.delete(`/api/scraping/proxies/${id}`)
  }
})

test('a confirmation applies to its session after another one has moved to the same place', async ({
  page,
  pool,
  api,
}) => {
  const list = () => api.get<Pool>('/api/scraping/pool').then(({ sessions: all }) => all)
  const [first = '', second = '', third = '', fourth = ''] = makeSessions(4)
  await pool.set([first, second, third])
  const [, before, next] = await list()
  await page.clock.install()
  await page.goto(SCREEN)
  await press(pooled(page, 2).getByRole('button', { name: 'Disable session #2' }))
  const dialog = page.getByRole('dialog', { name: 'Disable session #2?' })
  await expect(dialog).toBeVisible()
  // The statuses are next read when there are as many sessions as before.
  const release = await holdRequest(page, 'GET', '**/api/scraping/pool?*')
  await api.delete('/api/scraping/sessions/0')
  await api.post('/api/scraping/sessions', { sessions: [fourth] })
  release()
  await page.clock.fastForward(POLL_MS)
  await expect(page.locator('tbody tr').nth(1)).toContainText(String(next?.name))
  await press(dialog.getByRole('button', { name: 'Disable', exact: true }))
  await expect(page.getByText('Session disabled')).toBeVisible()
  const disabled = (await list()).filter(({ state }) => state === 'disabled')
  expect(disabled.map(({ id }) => id)).toEqual([before?.id])
})

test('a session is disabled and re-enabled after confirmation', async ({ page, api, pool, makeGroup }) => {
  const group = await makeGroup('With an account to read')
  await api.post('/api/instagram/accounts', { username: 'morning.coffee', group_id: group.id })
  await pool.set(makeSessions(2))
  await refuseSession(1, { state: 'challenged', reason: 'challenge_required' })
  await page.goto(SCREEN)
  await press(pooled(page, 1).getByRole('button', { name: 'Disable session #1' }))
  const disable = page.getByRole('dialog', { name: 'Disable session #1?' })
  await expect(disable.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(disable).toBeHidden()
  await expect(pooled(page, 1)).toContainText('Active')

  await press(pooled(page, 1).getByRole('button', { name: 'Disable session #1' }))
  await press(disable.getByRole('button', { name: 'Disable', exact: true }))
  await expect(page.getByText('Session disabled')).toBeVisible()
  await expect(pooled(page, 1)).toContainText('An admin disabled it.')
  await expect(page.getByText(/^Running low on sessions: 0 of about/)).toBeVisible()

  await press(pooled(page, 1).getByRole('button', { name: 'Re-enable session #1' }))
  const reenable = page.getByRole('dialog', { name: 'Re-enable session #1?' })
  await expect(reenable).not.toContainText('browser')
  await press(reenable.getByRole('button', { name: 'Re-enable', exact: true }))
  await expect(pooled(page, 1)).toContainText('Active')

  // A session that the platform refused must be checked before it is re-enabled.
  await press(pooled(page, 2).getByRole('button', { name: 'Re-enable session #2' }))
  await expect(page.getByRole('dialog', { name: 'Re-enable session #2?' })).toContainText(
    'Sign in with it in a browser first',
  )
  await examine(page, 'pool-reenable')
})
