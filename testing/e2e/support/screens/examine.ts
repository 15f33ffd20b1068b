import { expect, type Page } from '@playwright/test'
import { findingsOf } from './axeFindings.ts'
import { takeScreenshot } from './screenshot.ts'
import { smallTargets } from './smallTargets.ts'

/** The rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Longer than a check of the largest page takes on a machine that is ten times slower than usual. */
const CHECKED_WITHIN = { timeout: 120_000 }

/** Sizes in which every screen is examined. */
export const VARIANTS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 } },
} as const

/**
 * Checks that there are no accessibility findings, no horizontal overflow and, on a phone, no controls that a finger misses. Takes a
 * screenshot. Also examines the colors of the dark theme, except on a phone. Waits, because a page follows its size and theme a moment
 * later.
 */
export async function examine(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name)
  await expect.poll(() => findingsOf(page), CHECKED_WITHIN).toEqual([])
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  await expect.poll(fits).toBe(true)
  if (page.viewportSize()?.width === VARIANTS.phone.viewport.width) {
    await expect.poll(() => smallTargets(page), CHECKED_WITHIN).toEqual([])
    return
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await takeScreenshot(page, `${name}-dark`)
  await expect.poll(() => findingsOf(page, COLOR_RULES), CHECKED_WITHIN).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Examines a state in all sizes. Restores the original size. */
export async function examineAllVariants(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [variant, { viewport }] of Object.entries(VARIANTS)) {
    await page.setViewportSize(viewport)
    // A table has fewer rows on a phone, and reads them.
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await examine(page, `${name}-${variant}`)
  }
  if (before) await page.setViewportSize(before)
}
