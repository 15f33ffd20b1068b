import { expect, type Locator, type Page } from '@playwright/test'

/** Stops the page's clock once an element is visible. From then on, it only advances when the test does so. */
export async function stopClock(page: Page, loaded: Locator): Promise<void> {
  await expect(loaded).toBeVisible()
  // Fails if that time has passed when the page is reached.
  await expect(() => page.clock.pauseAt(Date.now() + 1000)).toPass()
}
