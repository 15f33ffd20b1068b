import { idsOf } from '../support/data/ids.ts'
import { memberOf } from '../support/data/members.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { expect, test } from '../support/test.ts'

/** Screens with the read and the element of their first number or row. */
const SCREENS = [
  ['/', '/api/dashboard/gains?', '[aria-label="Growth"] dd'],
  ['/?period=28-days', '/api/dashboard/gains?', '[aria-label="Growth"] dd'],
  ['/instagram', '/api/instagram/accounts?', 'article, tbody td'],
  ['/tiktok', '/api/tiktok/accounts?', 'article, tbody td'],
  ['/all-data', '/api/dashboard/all-instagram-posts?', 'tbody td'],
] as const

for (const [path, read, content] of SCREENS)
  test(`${path} requests its first data while the app is loading, and uses them`, async ({
    page,
    api,
    signInAs,
  }) => {
    await signInAs(page, await memberOf(api, (await idsOf(api)).group))
    let reads = 0
    // Later reads get no response, so that the content is that of the first one.
    await page.route(
      ({ href }) => href.includes(read),
      async (route) => {
        reads += 1
        if (reads === 1) await route.continue()
      },
    )
    const load = await holdRequest(page, 'GET', '**/assets/index-*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => reads).toBe(1)
    load()
    await expect(page.locator(content).first()).toBeVisible()
  })
