import { examine, examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { missingName } from '../support/data/names.ts'
import { SCRAPED_WITHIN, test } from '../support/programs/seeded.ts'
import { expect } from '../support/test.ts'

const SCREEN = '/admin?tab=runs'
const MISSING_USERNAME = missingName()

/** An open run, in place of those of the program. */
const RUN = {
  id: '01936a2e-0000-7000-8000-0000000000aa',
  platform: 'instagram',
  trigger: 'schedule',
  accounts: 40,
  failed: 0,
  retriable: 0,
  items_new: 3,
  items_updated: 12,
  requests: 31,
  bytes: 812_345,
  opened_at: '2026-11-22T10:00:00Z',
  session_class: 'session',
  closing_reason: '',
}

type Accounts = { accounts: { username: string; status: string }[] }

test('a run shows the result of each account, and failed accounts are retried', async ({
  page,
  api,
  tracked: { group },
  signIn,
}) => {
  await api.post('/api/tiktok/accounts', { username: MISSING_USERNAME, group_id: group })
  const status = async () => {
    const { accounts } = await api.get<Accounts>(`/api/tiktok/accounts?group_id=${group}`)
    return accounts.find((account) => account.username === MISSING_USERNAME)?.status
  }
  await expect.poll(status, { timeout: SCRAPED_WITHIN }).toBe('not_found')
  await signIn(page)
  await page.goto(SCREEN)
  const rows = page.getByRole('region', { name: 'Runs' }).getByRole('row')
  const failed = rows.filter({ hasText: '1 failed' }).filter({ hasText: 'TikTok' }).first()
  await expect(failed).toContainText(/Failed|With errors/)
  await expect(failed).toContainText('Anonymous')
  await examineAllVariants(page, 'runs')

  await page.getByLabel('Failures', { exact: true }).selectOption('With failures')
  await expect(page).toHaveURL(`${SCREEN}&failed=true`)
  await page.getByLabel('Platform', { exact: true }).selectOption('TikTok')
  await expect(page).toHaveURL(`${SCREEN}&platform=tiktok&failed=true`)
  await expect(failed).toBeVisible()
  await expect(rows.filter({ hasText: 'Instagram' })).toHaveCount(0)
  await page.getByLabel('Status', { exact: true }).selectOption('Queued')
  await expect(page.getByText('No run matches')).toBeVisible()
  await page.goto(`${SCREEN}&failed=true`)
  await page.getByLabel('Day to').fill('2020-01-01')
  await expect(page).toHaveURL(`${SCREEN}&failed=true&until=2020-01-01`)
  await expect(page.getByText('No run matches')).toBeVisible()
  await page.goto(`${SCREEN}&failed=true`)

  await press(failed.getByRole('button', { name: /^[A-Z][a-z]{2} \d/ }))
  const drawer = page.getByRole('dialog', { name: /^Run of / })
  const units = drawer.getByRole('list', { name: 'Accounts of this run' })
  const unit = units.getByRole('listitem').filter({ hasText: `@${MISSING_USERNAME}` })
  await expect(unit).toContainText('Not found on ')
  await expect(unit).toContainText('Next: ')
  await expect(drawer.getByRole('list', { name: 'Outcomes' })).toContainText('1 Not found')
  await examineAllVariants(page, 'run')
  // The open run is part of the URL, and closing it returns to the list.
  await page.reload()
  await expect(unit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(`${SCREEN}&failed=true`)

  await press(failed.getByRole('button', { name: 'Retry failed (1)' }))
  await expect(page.getByRole('status').filter({ hasText: /retrying/i })).toBeVisible()
  await page.goto(`${SCREEN}&trigger=retry`)
  await expect(rows.nth(1)).toContainText('Retry')
  await expect(rows.nth(1)).toContainText('Failed', { timeout: SCRAPED_WITHIN })

  await press(page.getByRole('button', { name: 'Retry all failed' }))
  const question = page.getByRole('dialog', { name: 'Retry all failed?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await examine(page, 'runs-retry')
  await page.keyboard.press('Escape')
})

test('a run in progress shows its progress until it is completed', async ({ page, signIn }) => {
  let now: object = { ...RUN, status: 'queued', done: 0 }
  await page.route('**/api/scraping/runs?*', (route) =>
    route.fulfill({ json: { runs: [now], total: 1, pages: 1 } }),
  )
  await signIn(page)
  await page.setViewportSize(VARIANTS.desktop.viewport)
  await page.goto(SCREEN)
  const row = page.getByRole('region', { name: 'Runs' }).getByRole('row').nth(1)
  await expect(row).toContainText('0 of 40')
  now = { ...RUN, status: 'running', done: 10 }
  await expect(row).toContainText('10 of 40')
  await expect(row.getByRole('progressbar', { name: 'Accounts done' })).toHaveAttribute('aria-valuenow', '25')
  now = {
    ...RUN,
    status: 'completed',
    end_reason: 'closed',
    closing_reason: 'Its scraper was gone.',
    done: 30,
    failed: 10,
    retriable: 8,
    seconds: 95,
  }
  await expect(row).toContainText('Closed')
  await expect(row).toContainText('1 min 35 s')
  await expect(row.getByRole('button', { name: 'Retry failed (8)' })).toBeVisible()
})

const unit = (id: number, username: string) => ({
  id,
  username,
  video_id: null,
  url: null,
  groups: [],
  handling: null,
  detail: '',
  items_new: 0,
  items_updated: 0,
  requests: 0,
  bytes: 0,
  seconds: null,
  session_class: null,
})

test('the result of each account appears, even if the run has ended in the list or left it', async ({
  page,
  signIn,
}) => {
  const [first, second] = [unit(1, 'first'), unit(2, 'second')]
  const pending = { status: 'pending', status_text: 'Queued in the run' }
  const interrupted = { status: 'interrupted', status_text: 'The update was interrupted.' }
  // Remains open, so that the list is read often.
  const other = { ...RUN, id: '01936a2e-0000-7000-8000-0000000000ab', status: 'running', done: 0 }
  let runs: object[] = [other, { ...RUN, status: 'running', done: 0 }]
  let units = [first, second].map((one) => ({ ...one, ...pending }))
  await page.route('**/api/scraping/runs?*', (route) =>
    route.fulfill({ json: { runs, total: runs.length, pages: 1 } }),
  )
  await page.route(`**/api/scraping/runs/${RUN.id}/units`, (route) => route.fulfill({ json: { units } }))
  await signIn(page)
  await page.goto(`${SCREEN}&run=${RUN.id}`)
  const drawer = page.getByRole('dialog', { name: /^Run/ })
  const rows = drawer.getByRole('list', { name: 'Accounts of this run' }).getByRole('listitem')
  await expect(rows).toContainText(['Queued in the run', 'Queued in the run'])
  runs = [other, { ...RUN, status: 'completed', end_reason: 'done', done: 40, seconds: 95 }]
  await expect(drawer).toContainText('1 min 35 s')
  units = [
    { ...first, ...interrupted },
    { ...second, ...pending },
  ]
  await expect(rows).toContainText(['The update was interrupted.', 'Queued in the run'])
  runs = [other]
  await expect(page.getByRole('dialog', { name: 'Run', exact: true })).toBeVisible()
  units = [first, second].map((one) => ({ ...one, ...interrupted }))
  await expect(rows).toContainText(['The update was interrupted.', 'The update was interrupted.'])
})
