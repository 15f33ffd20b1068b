import type { Page } from '@playwright/test'

/** Closes a page before its data are deleted, which it would request. A response that a route still changes must not fail the test. */
export async function closePage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
}
