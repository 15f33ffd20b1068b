import { expect, type Page } from '@playwright/test'

/** Lets failing calls succeed and presses Retry, unless a poll that was in progress has loaded the data before. */
export async function retryLoading(page: Page, failing: string): Promise<void> {
  // A hidden page does not poll, so only the button loads the data.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await page.unroute(failing)
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' }).first()
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 5_000 })
    await expect(retry).toHaveCount(0, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}
