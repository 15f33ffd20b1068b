import { readFile } from 'node:fs/promises'
import { examine, examineAllVariants } from '../support/screens/examine.ts'
import { insertCapturedResponse } from '../support/data/captures.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect, test } from '../support/test.ts'

const SCREEN = '/admin?tab=platforms'

type PlatformConfig = { own: unknown; revision: number; effective: { instagram: { page_size: number } } }

test.beforeEach(({ page, signIn }) => signIn(page))

test('traffic is shown by endpoint and outcome, for a day or a week', async ({ page }) => {
  const row = { platform: 'instagram', endpoint: 'graphql_timeline', session_class: 'session' }
  const requestedHours: string[] = []
  await page.route('**/api/scraping/traffic?*', (route) => {
    requestedHours.push(new URL(route.request().url()).searchParams.get('hours') ?? '')
    const rows = [
      { ...row, status: 'ok', requests: 1480, bytes: 15_000_000 },
      { ...row, status: 'rate_limited', requests: 12, bytes: 900 },
    ]
    return route.fulfill({
      json: { from: '2026-11-21T10:00:00Z', rows, per_account_per_day: { instagram: 41.5, tiktok: null } },
    })
  })
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Diagnostics' }).click()
  await expect(page).toHaveURL(SCREEN)
  const panel = page.getByRole('region', { name: 'Traffic', exact: true })
  const timeline = panel.getByRole('row').filter({ hasText: 'graphql_timeline' })
  await expect(timeline).toContainText('1,480 OK')
  await expect(timeline).toContainText('12 Rate limited')
  await expect(timeline).toContainText('1,492')
  await expect(panel.getByRole('region', { name: /^Instagram/ })).toContainText('41.5')
  await expect(panel.getByRole('region', { name: /^TikTok/ })).toContainText('—')
  await panel.getByText('7 days').click()
  await expect.poll(() => requestedHours.at(-1)).toBe('168')
  await examineAllVariants(page, 'platforms')
})

test('the platform configuration is changed by its differences, and restored', async ({
  page,
  api,
  watch,
}) => {
  watch.allow(/status of 4(12|22)/)
  const path = '/api/scraping/config'
  const before = await api.get<PlatformConfig>(path)
  await page.goto(SCREEN)
  const panel = page.getByRole('region', { name: 'Platform configuration', exact: true })
  const size = panel.getByRole('row').filter({ hasText: 'instagram.page_size' })
  await expect(size).toContainText('Built in')
  await press(panel.getByRole('button', { name: 'Edit configuration' }))
  const dialog = page.getByRole('dialog', { name: 'Edit platform configuration' })
  const json = dialog.getByLabel('Overrides (JSON)')
  await expect(json).toBeFocused()

  await json.fill('{ "instagram": ')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText(/^Invalid JSON: /)).toBeVisible()
  // The API's error begins with the path of the invalid value.
  await json.fill('{ "instagram": { "page_size": 1000 } }')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText(/^instagram\.page_size/)).toBeVisible()
  await examineAllVariants(page, 'config-edit')
  await json.fill('{ "instagram": { "page_size": 10 } }')
  await dialog.getByLabel('Reason for the change').fill('Smaller pages')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
  await expect(size).toContainText('Admin')
  await expect(panel).toContainText('Smaller pages')
  expect((await api.get<PlatformConfig>(path)).effective.instagram.page_size).toBe(10)
  await panel.getByText('Changed', { exact: true }).click()
  await expect(panel.getByRole('row')).toHaveCount(2)

  // Another admin saves first: their change is not overwritten.
  await press(panel.getByRole('button', { name: 'Edit configuration' }))
  await json.fill('{ "instagram": { "page_size": 8 } }')
  await api.put(path, { own: { instagram: { page_size: 9 } }, note: 'Faster' })
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText(/^Someone else changed the configuration/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(size).toContainText('9')

  const revisions = page.getByRole('region', { name: 'Configuration history' })
  const smaller = revisions.getByRole('row').filter({ hasText: 'Smaller pages' })
  await expect(smaller).toContainText('admin')
  await press(smaller.getByRole('button', { name: /^Revision/ }))
  const revision = page.getByRole('dialog', { name: /^Revision \d+$/ })
  await expect(revision.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await examine(page, 'config-revision')
  await press(revision.getByRole('button', { name: /^Go back to revision/ }))
  await expect(revision).toBeHidden()
  await expect(size).toContainText('10')
  await expect(revisions).toContainText(/Back to revision \d/)
  await api.put(path, { own: before.own, note: '' })
})

test('the platform configuration of a resource is read-only', async ({ page, api }) => {
  const config = await api.get<PlatformConfig>('/api/scraping/config')
  await page.route('**/api/scraping/config', (route) =>
    route.fulfill({
      json: {
        ...config,
        own: { instagram: { page_size: config.effective.instagram.page_size } },
        managed: { resource: 'default', managed_by: 'argocd-controller' },
      },
    }),
  )
  await page.goto(SCREEN)
  const panel = page.getByRole('region', { name: 'Platform configuration', exact: true })
  await expect(panel.getByRole('note')).toContainText('Managed by PlatformConfig default')
  await expect(panel.getByRole('note')).toContainText('by argocd-controller')
  await expect(panel.getByRole('row').filter({ hasText: 'instagram.page_size' })).toContainText('Resource')
  await expect(panel.getByRole('button', { name: 'Edit configuration' })).toHaveCount(0)
  await examineAllVariants(page, 'config-managed')
})

test('captured responses are downloaded, and deleted after confirmation', async ({ page, api }) => {
  // The recorded accounts have responses that cannot be parsed: scrapers have captured some and may capture more meanwhile.
  await api.delete('/api/scraping/captures')
  await page.goto(SCREEN)
  const panel = page.getByRole('region', { name: 'Unreadable responses' })
  await expect(panel).toContainText('No unreadable responses')
  await insertCapturedResponse('{"status":"ok","data":{}}')
  await page.reload()
  const row = panel.getByRole('row').filter({ hasText: 'ig_web_profile_info' })
  await expect(row).toContainText('Schema changed')
  await expect(row).toContainText('25 B')
  await examineAllVariants(page, 'captures')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    press(row.getByRole('button', { name: /^Download ig_web_profile_info/ })),
  ])
  expect(file.suggestedFilename()).toMatch(/^capture-\d+\.json$/)
  const { type, body } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    type: string
    body: string
  }
  expect(type).toBe('ig_web_profile_info')
  expect(Buffer.from(body, 'base64').toString()).toBe('{"status":"ok","data":{}}')

  await press(panel.getByRole('button', { name: 'Delete all' }))
  const question = page.getByRole('dialog', {
    name: /^Delete \d+ unreadable responses?\?$/,
  })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(question.getByRole('button', { name: 'Delete all' }))
  await expect(row).toHaveCount(0)
})
