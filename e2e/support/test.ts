import { expect, test as base, type Page } from '@playwright/test'
import { Api } from './api.ts'
import { ADDRESS, ADMIN, address } from './environment.ts'

type Watch = { allow: (pattern: RegExp) => void }
type Fixtures = {
  watch: Watch
  api: Api
  signIn: (page: Page) => Promise<void>
  signInAs: (page: Page, api: Api) => Promise<void>
}

/** A browser in which every console error, page error and policy violation of any tab fails the test, unless it was allowed. */
export const test = base.extend<Fixtures>({
  baseURL: ({}, use) => use(address(ADDRESS)),

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
      expect(seen.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],

  api: ({}, use) => Api.signIn(address(ADDRESS), ADMIN).then(use),

  /** Puts a session of the API where the web app keeps it. */
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
