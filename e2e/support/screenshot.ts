import { expect, type Page } from '@playwright/test'
import { SCREENSHOTS } from './paths.ts'

/** A picture ends after so many screens: a hundred cards below each other say no more than ten. */
const MOST_SCREENS = 4

/** A picture for people of all that a page has, once nothing of it is on its way any more. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const viewport = page.viewportSize()
  if (viewport === null) throw new Error('the page has no size')
  // When the page is laid out anew, whatever comes to lie under a mouse that clicked somewhere would explain itself.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  // Behind a dialog nobody scrolls.
  const needed = await page.evaluate(() =>
    document.querySelector('[role=dialog]') ? 0 : document.documentElement.scrollHeight,
  )
  const height = Math.min(Math.max(needed, viewport.height), MOST_SCREENS * viewport.height)
  await page.setViewportSize({ ...viewport, height })
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, animations: 'disabled' })
  await page.setViewportSize(viewport)
}
