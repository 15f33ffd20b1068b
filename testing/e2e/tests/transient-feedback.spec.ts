import { EventEmitter, once } from 'node:events'
import type { Locator, Page } from '@playwright/test'
import { VARIANTS } from '../support/screens/examine.ts'
import { stopClock } from '../support/screens/stopClock.ts'
import { untilRouted } from '../support/screens/untilRouted.ts'
import { idsOf } from '../support/data/ids.ts'
import { test } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

/** Maximum duration of transitions. */
const FADED_MS = 400
/** Maximum distance from the corner: below the buttons beside a page's title, which a toast must not cover. */
const NEAR_PX = 100

test.beforeEach(async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await signIn(page)
})

test('a toast is shown for 4 s at the top right', async ({ page }) => {
  await page.goto('/logo-test')
  await stopClock(page, page.getByRole('button', { name: 'Copy asset path' }))
  await page.getByRole('button', { name: 'Copy asset path' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Copied to clipboard' })
  await untilVisible(page, toast)
  await page.clock.runFor(FADED_MS)
  await expect.poll(() => distanceFromCorner(page, toast)).toBeLessThan(NEAR_PX)

  await page.clock.runFor(4000 - FADED_MS - 100)
  await expect(toast).toBeVisible()
  await page.clock.runFor(100 + FADED_MS)
  await expect(toast).toBeHidden()
})

test('on a phone a toast is at the bottom, below the title and the menu', async ({ page }) => {
  await page.setViewportSize(VARIANTS.phone.viewport)
  await page.goto('/logo-test')
  await stopClock(page, page.getByRole('button', { name: 'Copy asset path' }))
  await page.getByRole('button', { name: 'Copy asset path' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Copied to clipboard' })
  await untilVisible(page, toast)
  await page.clock.runFor(FADED_MS)
  await expect
    .poll(async () => (await toast.boundingBox())?.y)
    .toBeGreaterThan(VARIANTS.phone.viewport.height - NEAR_PX)
})

test('a copied session is marked for 2 s', async ({ page, pool }) => {
  await pool.set(['58200000001%3AForAMomentOfTheTest%3A12%3AAYeMoment'])
  await page.goto('/admin/sessions')
  const copy = page.getByRole('button', { name: 'Copy session ID #1', exact: true })
  await stopClock(page, copy)
  await copy.click()
  await expect(copy).toHaveAttribute('data-copied')
  await page.clock.runFor(1900)
  await expect(copy).toHaveAttribute('data-copied')
  await page.clock.runFor(200)
  await expect(copy).not.toHaveAttribute('data-copied')
})

test('the Live badge lights up for half a second when the accounts have changed', async ({ page, api }) => {
  const { group } = await idsOf(api)
  const accounts = '**/api/tiktok/accounts?*'
  await page.goto(`/tiktok?group=${group}`)
  await stopClock(page, page.getByRole('article', { name: '@dylanlemay' }))
  const live = page.locator('[data-live]', { hasText: 'Live' })
  await expect(live).toHaveCount(0)

  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  let isRequested = false
  await page.route(accounts, async (route) => {
    isRequested = true
    await opened
    const response = await route.fetch({ headers: withoutTag(route.request().headers()) })
    const body = (await response.json()) as { accounts: { video_count: number }[] }
    const grown = body.accounts.map((account) => ({ ...account, video_count: account.video_count + 1 }))
    await route.fulfill({ response, json: { ...body, accounts: grown } })
  })
  await untilRouted(page)
  // The accounts are polled every 5 s, counted from the end of a request that may have begun before the clock was stopped.
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return isRequested
    })
    .toBe(true)
  gate.emit('open')
  // The response takes real time and is rendered a moment of the page's time later.
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return live.count()
    })
    .toBe(1)
  await page.clock.runFor(400)
  await expect(live).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(live).toHaveCount(0)
})

test('the Live badge stays dark when the posts of an account are sorted', async ({ page, api }) => {
  const { tiktok } = await idsOf(api)
  await page.goto(`/tiktok/${tiktok}`)
  const table = page.getByRole('region', { name: 'Collected videos' })
  const likes = table.getByRole('columnheader', { name: 'Likes' })
  await stopClock(page, likes)
  await likes.getByRole('button').click()
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return [await likes.getAttribute('aria-sort'), await table.getAttribute('aria-busy')]
    })
    .toEqual(['descending', 'false'])
  await page.clock.runFor(100)
  await expect(page.locator('[data-live]', { hasText: 'Live' })).toHaveCount(0)
})

/** Waits for an element that a file shows which takes real time to load, after a moment of the page's time. */
async function untilVisible(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return shown.isVisible()
    })
    .toBe(true)
}

/** Distance of an element from the top or the right, whichever is larger. */
async function distanceFromCorner(page: Page, thing: Locator): Promise<number> {
  const box = await thing.boundingBox()
  const width = page.viewportSize()?.width
  if (!box || width === undefined) return Number.POSITIVE_INFINITY
  return Math.max(box.y, width - box.x - box.width)
}

/** The full response instead of 304 Not Modified. */
function withoutTag({ 'if-none-match': _tag, ...headers }: Record<string, string>): Record<string, string> {
  return headers
}
