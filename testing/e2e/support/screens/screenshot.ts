import { expect, type Page } from '@playwright/test'
import { SCREENSHOTS } from '../programs/paths.ts'

/** Maximum height of a screenshot in screens: a hundred stacked cards show no more than ten. */
const MAX_SCREENS = 4

/** Takes a screenshot of the page up to a height in screens, once everything has loaded. */
export async function takeScreenshot(page: Page, name: string, screens = MAX_SCREENS): Promise<void> {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const viewport = page.viewportSize()
  if (viewport === null) throw new Error('the page has no size')
  // After a new layout, an element under the mouse pointer would show its tooltip.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  // The page behind a dialog cannot be scrolled.
  const needed = await page.evaluate(() =>
    document.querySelector('[role=dialog]') ? 0 : document.documentElement.scrollHeight,
  )
  const height = Math.min(Math.max(needed, viewport.height), screens * viewport.height)
  await page.setViewportSize({ ...viewport, height })
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, animations: 'disabled' })
  await page.setViewportSize(viewport)
}
