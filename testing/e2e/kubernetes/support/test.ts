import { expect, test as base } from '@playwright/test'
import { Api } from '../../support/data/api.ts'
import { ADMIN } from '../../support/programs/environment.ts'
import { makeSessions } from '../../support/data/sessions.ts'
import { Database } from './database.ts'
import { logs } from './install.ts'
import { installation } from './installation.ts'
import { LIMIT, apply, kubectl, untilAccepted, untilReady } from './kubectl.ts'
import type { Platform } from './manifests.ts'

type Group = { id: number; name: string; namespace: string }
type Fixtures = { makeGroup: (name: string, spec?: object) => Promise<Group>; failures: void }
type Shared = { url: string; api: Api; database: Database; world: Record<Platform, string[]> }

/** A test on the installation, as its administrator with kubectl and in the dashboard. */
export const test = base.extend<Fixtures, Shared>({
  url: [
    async ({}, use) => {
      const installed = installation()
      test.skip(installed === undefined, 'this machine cannot run a cluster')
      await use(installed?.url ?? '')
    },
    { scope: 'worker' },
  ],

  database: [
    async ({}, use) => {
      const installed = installation()
      if (installed !== undefined) await use(new Database(installed.database))
    },
    { scope: 'worker' },
  ],

  /** A signed-in API client, with sessions in the pool, without which Instagram is not scraped. */
  api: [
    async ({ url }, use) => {
      const api = await Api.signIn(url, ADMIN)
      const { total } = await api.get<{ total: number }>('/api/scraping/sessions')
      if (total === 0) await api.post('/api/scraping/sessions', { sessions: makeSessions(4) })
      await use(api)
    },
    { scope: 'worker' },
  ],

  /** Usernames of public accounts in the simulator. */
  world: [
    async ({}, use) => {
      const response = await fetch(`${installation()?.platforms}/__simulator/accounts`)
      const accounts = (await response.json()) as { platform: Platform; username: string; kind: string }[]
      const readable = (platform: Platform) =>
        accounts.filter((account) => account.platform === platform && account.kind === 'public')
      const names = (platform: Platform) => readable(platform).map((account) => account.username)
      await use({ instagram: names('instagram'), tiktok: names('tiktok') })
    },
    { scope: 'worker' },
  ],

  /** Creates groups with kubectl, which are deleted at the end of the test. */
  makeGroup: async ({ api }, use) => {
    const made: string[] = []
    await use(async (name, spec = {}) => {
      made.push(name)
      const group = { apiVersion: 'clipmeter.io/v1beta1', kind: 'ClientGroup', metadata: { name } }
      await apply({ ...group, spec: { displayName: `Group ${name}`, ...spec } })
      await untilReady(name)
      await untilAccepted(`cg-${name}`)
      const { groups } = await api.get<{ groups: { id: number; name: string }[] }>('/api/groups')
      const id = groups.find((one) => one.name === `Group ${name}`)?.id
      if (id === undefined) throw new Error(`the dashboard has no group ${name}`)
      return { id, name, namespace: `cg-${name}` }
    })
    if (made.length > 0)
      await kubectl('delete', 'clientgroup', ...made, '--ignore-not-found', '--timeout', LIMIT)
  },

  failures: [
    async ({}, use, testInfo) => {
      await use()
      if (testInfo.status !== testInfo.expectedStatus && installation() !== undefined)
        await testInfo.attach('logs', { body: await logs() }).then(() => logs().then(console.log))
    },
    { auto: true },
  ],
})

export { expect }
