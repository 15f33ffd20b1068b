import { expect, type Page } from '@playwright/test'
import { findingsOf } from './findings.ts'
import { takePicture } from './picture.ts'

/** How every screen is looked at: both themes, and a phone. */
export const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

/** No accessibility finding, nothing wider than the screen; and a picture for people. */
export async function examine(page: Page, name: string): Promise<void> {
  await takePicture(page, name)
  expect(await findingsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}

/** The same in every look, for what cannot be made three times. Ends as it began. */
export async function examineEveryLook(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [look, { colorScheme, viewport }] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await examine(page, `${name}-${look}`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
