import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { Api } from './data/api.ts'
import { ADDRESS, ADMIN, DATA_FOLDER } from './programs/environment.ts'
import { withFolder } from './programs/folder.ts'
import { platformsAt, STARTED_WITHIN, withProgram } from './programs/ownProgram.ts'
import { advanceClock, DAY_SECONDS, withSimulator } from './programs/simulator.ts'
import { copyData, readClockStart } from './programs/snapshot.ts'

type Watch = { allow: (pattern: RegExp) => void }
type Fixtures = {
  watch: Watch
  api: Api
  signIn: (page: Page) => Promise<void>
  signInAs: (page: Page, api: Api) => Promise<void>
}

/** Worker fixtures: started for the tests of a worker and stopped after the last one. All other fixtures derive from them. */
type Started = {
  /** URL of the simulator. */
  simulator: string
  data: string
  /** URL of the program. */
  url: string
  /** The signed-in administrator. */
  admin: () => Promise<Api>
}

/** A browser in which every console error, page error and policy violation of any tab fails the test, unless it was allowed. */
export const test = base.extend<Fixtures, Started>({
  /** The clock is advanced by a day, so that the journey's data are a day old. */
  simulator: [
    async ({}, use) => {
      await withSimulator(await readClockStart(), async (address) => {
        await advanceClock(DAY_SECONDS)
        await use(address)
      })
    },
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],

  /** A copy of the journey's data. */
  data: [
    async ({}, use) => {
      await withFolder(async (folder) => {
        const data = join(folder, 'data')
        await copyData(data)
        await use(data)
      })
    },
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],

  url: [
    async ({ simulator, data }, use) => {
      await withProgram({ data, env: platformsAt(simulator) }, async (url) => {
        process.env[ADDRESS] = url
        process.env[DATA_FOLDER] = data
        await use(url)
      })
    },
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],

  admin: [({ url }, use) => use(Api.keepSignedIn(url, ADMIN)), { scope: 'worker' }],

  baseURL: ({ url }, use) => use(url),

  watch: [
    async ({ context }, use) => {
      const seen: string[] = []
      const allowed: RegExp[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(message.text())
      })
      context.on('weberror', (error) => seen.push(String(error.error())))
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`),
        )
      })
      await use({ allow: (pattern) => allowed.push(pattern) })
      // A test may end before a changed response has arrived, which closing the page would interrupt.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(seen.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],

  api: ({ admin }, use) => admin().then(use),

  /** Stores a session of the API where the web app keeps it. */
  signInAs: ({}, use) =>
    use(async (page, { session }) => {
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        'clipmeter.session',
        JSON.stringify(session),
      ] as const)
    }),

  signIn: ({ api, signInAs }, use) => use((page) => signInAs(page, api)),
})

export { expect }
