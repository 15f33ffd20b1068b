import type { Locator, Page } from '@playwright/test'
import { expect, test as base } from '../test.ts'

type Sessions = { sessions: string[]; total: number }

const POOL = '/api/scraping/sessions'

/** Distinct values in the format of the session cookie. */
export function makeSessions(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(5, '0')
    return `58200${number}%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionForABrowserTest${number}`
  })
}

/** The pool, as the tests set and read it. */
type SessionPool = { set: (sessions: string[]) => Promise<void>; read: () => Promise<Sessions> }

/** The program has only one pool: its contents are restored for subsequent tests. */
export const test = base.extend<{ pool: SessionPool }>({
  pool: async ({ api, page, signIn }, use) => {
    const read = () => api.get<Sessions>(`${POOL}?page=1&per_page=100`)
    const set = async (sessions: string[]) => {
      await api.delete(`${POOL}/all`)
      if (sessions.length > 0) await api.post(POOL, { sessions })
    }
    const before = await read()
    await signIn(page)
    await use({ set, read })
    await set(before.sessions)
  },
})

export function sessionRows(page: Page): Locator {
  const list = page.getByRole('region', { name: 'Active Sessions' })
  return list.locator('tbody').getByRole('row').or(list.getByRole('listitem'))
}

export async function expectTiles(
  page: Page,
  tiles: { total: string; page: string; showing: string },
): Promise<void> {
  await expect(page.getByRole('region', { name: 'Total Sessions' })).toContainText(tiles.total)
  await expect(page.getByRole('region', { name: 'Active', exact: true })).toContainText(tiles.total)
  await expect(page.getByRole('region', { name: 'Current Page' })).toContainText(tiles.page)
  await expect(page.getByRole('region', { name: 'Showing' })).toContainText(tiles.showing)
}
