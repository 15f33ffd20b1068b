import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { untilRouted } from '../support/screens/untilRouted.ts'
import { expect, test } from '../support/test.ts'

type Posts = { posts: { shortcode: string; account: string }[]; total: number }

const EXPORT = '**/api/dashboard/all-instagram-posts/export*'

test.beforeEach(({ signIn, page }) => signIn(page))

test('the file is the filtered table in its order, with the chosen columns', async ({ page, api }) => {
  const path = '/api/dashboard/all-instagram-posts?page=1&per_page=100&account=google&sort=likes'
  const { posts, total } = await api.get<Posts>(path)
  await page.goto('/all-data?account=google&sort=likes')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'CPM' }).uncheck()
  await page.keyboard.press('Escape')

  const file = await download(page)
  await expect(page.getByText('Export saved')).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/^clipmeter-instagram-.*\d{4}-\d{2}-\d{2}\.csv$/)
  const [header = [], ...rows] = await recordsOf(file)
  expect(header).toContain('shortcode')
  expect(header).not.toContain('cpm')
  expect(rows).toHaveLength(total)
  const [account, shortcode] = [header.indexOf('account'), header.indexOf('shortcode')]
  expect(rows.map((row) => row[account])).toEqual(posts.map((post) => post.account))
  expect(rows.map((row) => row[shortcode])).toEqual(posts.map((post) => post.shortcode))
})

test('a second export cannot start during the first, and the first can be canceled', async ({ page }) => {
  await page.goto('/all-data')
  const release = await holdRequest(page, 'GET', EXPORT)
  const button = page.getByRole('button', { name: 'Export CSV' })
  const busy = page.getByRole('button', { name: /^Exporting… \d/ })
  await button.click()
  await expect(busy).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel the export' }).click()
  await expect(button).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await button.click()
  await expect(busy).toBeDisabled()
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/export'))
  await page.getByRole('tab', { name: 'TikTok Videos' }).click()
  await ended
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  release()
})

test('a failed export shows an error and saves no partial file', async ({ page, watch }) => {
  watch.allow(/status of 500|ERR_/)
  let saved = 0
  page.on('download', () => (saved += 1))
  await page.goto('/all-data')
  const button = page.getByRole('button', { name: 'Export CSV' })
  await page.route(EXPORT, (route) => route.fulfill({ status: 500, json: { error: 'details', code: 'x' } }))
  await untilRouted(page)
  await button.click()
  await expect(page.getByText('Server error. Please try again later.')).toBeVisible()
  await page.unroute(EXPORT)
  await page.route(EXPORT, (route) => route.abort('connectionreset'))
  await untilRouted(page)
  await button.click()
  await expect(page.getByText('The server could not be reached. Try again.')).toBeVisible()
  await expect(button).toBeEnabled()
  expect(saved).toBe(0)
})

test('an empty table has nothing to export', async ({ page }) => {
  await page.goto('/all-data?q=no+such+post')
  await expect(page.getByText('Total: 0 items')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
})

async function download(page: Page): Promise<Download> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  return started
}

/** A second implementation of RFC 4180, for the few cases of the recorded data. */
async function recordsOf(file: Download): Promise<string[][]> {
  const text = (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '')
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') records.push([])
    if (end === '') break
  }
  return records.filter((record) => record.length > 1)
}
