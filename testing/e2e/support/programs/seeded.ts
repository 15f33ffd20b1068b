import { test as base } from '../data/groups.ts'
import { seededAccounts } from './simulator.ts'
import { expect } from '../test.ts'

/** A scrape is a separate process that sends requests to the simulator. */
export const SCRAPED_WITHIN = 120_000

type Accounts = { accounts: { id: number; username: string; status: string }[] }
export type Tracked = { group: number; id: number; username: string }

/** Number of seeded accounts that this worker's program has used; there are more of them than tests that need one. */
let met = 0

/** Returns an unused account, because the program keeps the history of used ones. */
async function untouchedAccount(): Promise<string> {
  const accounts = await seededAccounts()
  const username = accounts[met % accounts.length]
  if (username === undefined) throw new Error('the simulator has no account to track')
  met += 1
  return username
}

/** A seeded TikTok account that has been scraped and is tracked by the test's group; different for each test. */
export const test = base.extend<{ tracked: Tracked }>({
  tracked: async ({ api, makeGroup }, use, { testId }) => {
    const username = await untouchedAccount()
    const { id: group } = await makeGroup(`Seeded ${testId.slice(-12)}`)
    await api.post('/api/tiktok/accounts', { username, group_id: group })
    const path = `/api/tiktok/accounts?group_id=${group}`
    const account = async () => (await api.get<Accounts>(path)).accounts[0]
    await expect.poll(async () => (await account())?.status, { timeout: SCRAPED_WITHIN }).toBe('ok')
    await use({ group, id: (await account())?.id ?? 0, username })
  },
})
