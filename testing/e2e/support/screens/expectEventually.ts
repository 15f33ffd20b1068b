import { expect } from '@playwright/test'

/** Time for one comparison that fails, and for two more in case a scheduled scrape ends between the API call and reading the screen. */
const TIMEOUT_MS = 120_000

/** Compares the API with the screen, and repeats this if the numbers have changed in between. */
export async function expectEventually(compare: () => Promise<void>): Promise<void> {
  await expect(compare).toPass({ timeout: TIMEOUT_MS })
}
