import { ADMIN } from '../support/programs/environment.ts'
import { list } from './support/api-server.ts'
import { apply, untilScraped } from './support/kubectl.ts'
import { account } from './support/manifests.ts'
import { expect, test } from './support/test.ts'

type Accounts = { accounts: { username: string; total_views: number }[] }

test('applied accounts are shown in the browser, and accounts added there become resources', async ({
  api,
  makeGroup,
  page,
  url,
  world,
}) => {
  const group = await makeGroup('looked-at')
  const applied = world.tiktok[19] ?? ''
  const added = world.tiktok[20] ?? ''
  await apply(account('tiktok', group.namespace, applied))
  await untilScraped('tta', group.namespace)

  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await page.goto(`${url}/tiktok?group=${group.id}`)
  await expect(page.getByRole('article', { name: `@${applied}` })).toBeVisible()
  await page.getByRole('button', { name: 'Add Account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Accounts' })
  await dialog.getByLabel('TikTok username').fill(added)
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  const names = async () =>
    (await list('tiktokaccounts', { namespace: group.namespace }))
      .map(({ spec }) => spec['username'])
      .toSorted()
  await expect.poll(names).toEqual([applied, added].toSorted())
  await untilScraped('tta', group.namespace)
  const { accounts } = await api.get<Accounts>(`/api/tiktok/accounts?group_id=${group.id}`)
  expect(accounts.map(({ username }) => username).toSorted()).toEqual([applied, added].toSorted())
  await page.screenshot({ path: 'results/kubernetes-dashboard.png' })
})
