import { test as base } from './members.ts'
import { seededAccounts } from './simulator.ts'
import { expect } from './test.ts'

/** A scrape is a process of its own that talks to the simulator. */
export const SCRAPED_WITHIN = 60_000

type Accounts = { accounts: { id: number; username: string; status: string }[] }
export type Tracked = { group: number; id: number; username: string }

/** How many of the made-up accounts this worker's program has met; there are more than tests that want one. */
let met = 0

/** One to whom nothing has happened: the program remembers what befell the others. */
async function untouchedAccount(): Promise<string> {
  const accounts = await seededAccounts()
  const username = accounts[met % accounts.length]
  if (username === undefined) throw new Error('the simulator has no account to track')
  met += 1
  return username
}

/** A made-up account of TikTok, which has been read and is tracked by a group of the test's own; each test has another one. */
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
