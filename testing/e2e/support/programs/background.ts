import { withOwnProgram, platformsAt, STARTED_WITHIN } from './ownProgram.ts'
import { withSimulator } from './simulator.ts'
import { expect, test as base } from '../test.ts'

/** Has recorded responses and needs no session. */
export const USERNAME = 'dylanlemay'
/** A scrape is a separate process that sends requests to the simulator. */
export const SCRAPED_WITHIN = 120_000

/** A program that responds at once that a scrape is in progress, with a group and an account that has been scraped. */
export const test = base.extend<{ group: { id: number } }>({
  simulator: [
    ({}, use) => withSimulator(new Date().toISOString(), use),
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],
  url: [
    ({ simulator }, use) =>
      withOwnProgram({ env: { ...platformsAt(simulator), CLIPMETER_RUN_WAIT: '0' } }, use),
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],
  group: async ({ api }, use, { testId }) => {
    const group = await api.post<{ id: number }>('/api/groups', { name: `Followed ${testId.slice(-12)}` })
    await api.post('/api/tiktok/accounts', { username: USERNAME, group_id: group.id })
    const path = `/api/tiktok/accounts?group_id=${group.id}`
    const status = async () => (await api.get<{ accounts: { status: string }[] }>(path)).accounts[0]?.status
    await expect.poll(status, { timeout: SCRAPED_WITHIN }).toBe('ok')
    await use(group)
  },
})
