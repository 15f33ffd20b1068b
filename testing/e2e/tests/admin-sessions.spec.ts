import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { expectTiles, makeSessions, sessionRows, test } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

const SCREEN = '/admin/sessions'
/** The page reads the list this often. */
const POLL_MS = 10_000
const [FIRST = '', SECOND = '', THIRD = ''] = makeSessions(3)

test('an empty pool shows what to do', async ({ page, pool }) => {
  await pool.set([])
  await page.goto(SCREEN)
  await expect(page.getByRole('heading', { name: 'Instagram Sessions', exact: true })).toBeVisible()
  await expect(page.getByText('Sessions are used globally for all Instagram accounts')).toBeVisible()
  await expect(page.getByText('No sessions configured')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete All' })).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: 'How to get a session ID' }).getByRole('listitem'),
  ).toHaveText([
    'Log in to Instagram in a browser',
    'Open the developer tools (F12)',
    'Go to Application/Storage, then Cookies',
    'Find the cookie named sessionid',
    'Copy its value',
    'Add it here',
  ])
  await expectTiles(page, { total: '0', page: '1 / 1', showing: '0 items' })
  await page.getByRole('button', { name: 'Add Your First Session' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Instagram Sessions' })).toBeVisible()
})

test('the screen shows that the list is loading', async ({ page, signIn }) => {
  await signIn(page)
  const release = await holdRequest(page, 'GET', '**/api/scraping/sessions?*')
  await page.goto(SCREEN)
  await expect(page.getByText('Loading sessions...')).toBeVisible()
  release()
  await expect(page.getByText('Loading sessions...')).toBeHidden()
})

test('a session is displayed masked and copied completely', async ({ page, pool, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const short = '1%3Aefghijklmnopqrstuvwxyz'
  await pool.set([FIRST, short])
  await page.goto(SCREEN)
  const rows = sessionRows(page)
  await expect(rows.nth(0)).toContainText('Session #1')
  await expect(rows.nth(0)).toContainText('Active')
  await expect(rows.nth(0)).toContainText(`${FIRST.slice(0, 20)}…${FIRST.slice(-10)}`)
  // The masking rule would reveal all of a value this short.
  await expect(rows.nth(1)).toContainText('1%3Aefgh…stuvwxyz')
  await expect(page.getByText(FIRST)).toHaveCount(0)

  await press(rows.nth(0).getByRole('button', { name: 'Copy session ID' }))
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(FIRST)
})

test('deleting a session requires confirmation and deletes only that session', async ({ page, pool }) => {
  await pool.set([FIRST, SECOND, THIRD])
  await page.goto(SCREEN)
  await press(page.getByRole('button', { name: 'Delete session #2' }))
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this session?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await pool.read()).total).toBe(3)

  await press(page.getByRole('button', { name: 'Delete session #2' }))
  await press(dialog.getByRole('button', { name: 'Delete session' }))
  await expect(page.getByText('Session deleted', { exact: true })).toBeVisible()
  await expect(sessionRows(page)).toHaveCount(2)
  expect((await pool.read()).sessions).toEqual([FIRST, THIRD])
})

test('a deletion from an outdated list deletes nothing', async ({ page, pool, api, watch }) => {
  watch.allow(/status of 412/)
  await pool.set([FIRST, SECOND, THIRD])
  await page.goto(SCREEN)
  await page.getByRole('button', { name: 'Delete session #2' }).click()
  // Another admin deletes the first one: now the third is where the second was.
  await api.delete('/api/scraping/sessions/0')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete session' }).click()
  await expect(page.getByText('The list changed, so nothing was deleted. Please check again.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(sessionRows(page)).toHaveCount(2)
  expect((await pool.read()).sessions).toEqual([SECOND, THIRD])
})

test('a deletion that is confirmed after the list was updated deletes nothing', async ({
  page,
  pool,
  api,
  watch,
}) => {
  watch.allow(/status of 412/)
  await pool.set([FIRST, SECOND, THIRD])
  await page.clock.install()
  for (const [name, title] of [
    ['Delete session #2', 'Are you sure you want to delete this session?'],
    ['Delete All', /ALL [23] sessions/],
  ] as const) {
    await page.goto(SCREEN)
    await press(page.getByRole('button', { name, exact: true }))
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await api.delete('/api/scraping/sessions/0')
    const { total } = await pool.read()
    await page.clock.fastForward(POLL_MS)
    // Behind the dialog.
    await expect(page.locator('tbody tr')).toHaveCount(total)
    await press(dialog.getByRole('button', { name: /^Delete/ }))
    await expect(page.getByText('The list changed, so nothing was deleted.')).toBeVisible()
    expect((await pool.read()).total).toBe(total)
  }
})

test('a large pool is paginated, and each row shows its position in the whole list', async ({
  page,
  pool,
}) => {
  await pool.set(makeSessions(510))
  await page.goto(SCREEN)
  await expect(page.getByText('Performance Mode')).toBeVisible()
  await expect(page.getByText('Showing 50 sessions per page for optimal performance')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Active Sessions (Showing 1 - 50 of 510)' })).toBeVisible()
  await expectTiles(page, { total: '510', page: '1 / 11', showing: '50 items' })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toHaveText('123…11')
  await expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled()

  await pages.getByRole('button', { name: 'Page 3', exact: true }).click()
  await pages.getByRole('button', { name: 'Page 5', exact: true }).click()
  await expectTiles(page, { total: '510', page: '5 / 11', showing: '50 items' })
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`${SCREEN}?page=6`)
  await expect(pages).toHaveText('1…45678…11')
  await expect(sessionRows(page).first()).toContainText('Session #251')

  await pages.getByRole('button', { name: 'Page 11', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'Active Sessions (Showing 501 - 510 of 510)' }),
  ).toBeVisible()
  await expectTiles(page, { total: '510', page: '11 / 11', showing: '10 items' })
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()

  await page.goto(`${SCREEN}?page=99`)
  await expect(page).toHaveURL(`${SCREEN}?page=11`)
})

test('sessions that another admin adds or deletes appear without a reload', async ({ page, pool, api }) => {
  await pool.set([FIRST])
  await page.clock.install()
  await page.goto(SCREEN)
  await expect(sessionRows(page)).toHaveCount(1)
  await api.post('/api/scraping/sessions', { sessions: [SECOND] })
  await page.clock.fastForward(POLL_MS)
  await expect(sessionRows(page)).toHaveCount(2)
  await expect(sessionRows(page).nth(1)).toContainText(SECOND.slice(-10))
  await expect(sessionRows(page).nth(1)).toContainText('Active')
})

test('200 sessions show no notice', async ({ page, pool }) => {
  await pool.set(makeSessions(200))
  await page.goto(SCREEN)
  await expectTiles(page, { total: '200', page: '1 / 4', showing: '50 items' })
  await expect(page.getByText('Performance Mode')).toHaveCount(0)
})

test('deleting all sessions requires confirmation', async ({ page, pool }) => {
  await pool.set([FIRST, SECOND, THIRD])
  await page.goto(SCREEN)
  await press(page.getByRole('button', { name: 'Delete All' }))
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to delete ALL 3 sessions? This cannot be undone!',
  })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await pool.read()).total).toBe(3)

  await press(page.getByRole('button', { name: 'Delete All' }))
  await press(dialog.getByRole('button', { name: 'Delete All' }))
  await expect(page.getByText('No sessions configured')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete All' })).toHaveCount(0)
  expect((await pool.read()).total).toBe(0)
})
