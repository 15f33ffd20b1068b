import type { Page } from '@playwright/test'
import type { Api } from './api.ts'

/** Stores a session once. The init script of `signInAs` would restore it with each reload, also after the page has replaced it. */
export async function storeSession(page: Page, { session }: Api): Promise<void> {
  await page.goto('/login')
  await page.evaluate((stored) => localStorage.setItem('clipmeter.session', stored), JSON.stringify(session))
}
