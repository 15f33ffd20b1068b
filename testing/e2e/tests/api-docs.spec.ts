import { ADMIN } from '../support/programs/environment.ts'
import { expect, test } from '../support/test.ts'

/** The page of all operations is large: rendering it takes seconds, and a minute on a machine whose cores are all busy. */
const SHOWN_WITHIN = { timeout: 120_000 }

test('the API documentation shows every operation and calls it with a token', async ({
  page,
  api,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  await page.goto('/api/docs')
  await expect(page).toHaveURL('/api/docs/')
  await expect(page.getByRole('heading', { name: /Clipmeter/ })).toBeVisible(SHOWN_WITHIN)

  const document = await (await fetch(`${baseURL}/api/openapi.json`)).json()
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  const paths: Record<string, object>[] = Object.values(document.paths)
  const operations = paths.flatMap((item) => Object.keys(item).filter((key) => methods.includes(key)))
  await expect(page.locator('.opblock')).toHaveCount(operations.length, SHOWN_WITHIN)

  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.getByRole('textbox', { name: /auth-bearer-value/i }).fill(api.session.token)
  await page
    .locator('.modal-ux')
    .getByRole('button', { name: /apply credentials/i })
    .click()
  await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).click()

  const me = page.locator('#operations-Authentication-me')
  await me
    .getByRole('button', { name: /auth\/me/ })
    .first()
    .click()
  await me.getByRole('button', { name: 'Execute' }).click()
  await expect(me.locator('.live-responses-table .response-col_status').last()).toHaveText('200')
  await expect(me.locator('.live-responses-table')).toContainText(ADMIN.username)
  expect(foreign).toEqual([])
})
