import { expect } from '@playwright/test'

/** A first look, and two more for scrapes of the schedule that end between asking the API and looking at the screen. */
const TIMEOUT_MS = 45_000

/** Compares what the API and the screen say, once more whenever the numbers have changed in between. */
export async function expectEventually(compare: () => Promise<void>): Promise<void> {
  await expect(compare).toPass({ timeout: TIMEOUT_MS })
}
