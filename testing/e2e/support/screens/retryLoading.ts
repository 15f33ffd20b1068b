import { expect, type Page } from '@playwright/test'

/** Presses Retry, unless a poll has loaded the data before: the button disappears while they are loaded. */
export async function retryLoading(page: Page): Promise<void> {
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' }).first()
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 5_000 })
    await expect(retry).toHaveCount(0, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}
