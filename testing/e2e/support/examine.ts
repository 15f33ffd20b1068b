import { expect, type Page } from '@playwright/test'
import { findingsOf } from './axeFindings.ts'
import { takeScreenshot } from './screenshot.ts'
import { smallTargets } from './smallTargets.ts'

/** Variants in which every screen is examined: both themes, and a phone. */
export const VARIANTS = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

/**
 * Checks that there are no accessibility findings, no horizontal overflow and, on a phone, no controls that a finger misses. Takes a
 * screenshot.
 */
export async function examine(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name)
  expect(await findingsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  if (page.viewportSize()?.width === VARIANTS.phone.viewport.width)
    expect(await smallTargets(page)).toEqual([])
}

/** Examines a state in all variants, if it cannot be produced three times. Restores the original variant. */
export async function examineAllVariants(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [variant, { colorScheme, viewport }] of Object.entries(VARIANTS)) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await examine(page, `${name}-${variant}`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
