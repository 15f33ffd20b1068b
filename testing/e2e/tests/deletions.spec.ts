import { missingName, unique } from '../support/data/names.ts'
import { test } from '../support/data/groups.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

test('a deleted account is found by its name, and restored', async ({ page, api, makeGroup, signIn }) => {
  const group = await makeGroup(unique('Restoring'))
  const names = [missingName(), missingName()]
  const accounts = names.map((username) => ({ username }))
  await api.post('/api/tiktok/accounts/bulk', { accounts, group_id: group.id })
  const path = `/api/tiktok/accounts?group_id=${group.id}`
  const tracked = async () => (await api.get<{ accounts: { id: number; username: string }[] }>(path)).accounts
  for (const { id } of await tracked()) await api.delete(`/api/tiktok/accounts/${id}`)

  await signIn(page)
  await page.goto('/admin?tab=data-protection')
  const panel = page.getByRole('region', { name: 'Recently deleted' })
  for (const name of names) await expect(panel).toContainText(name)
  const search = panel.getByRole('searchbox', { name: 'Search deleted items' })
  await search.fill(names[0]?.toUpperCase() ?? '')
  await expect(panel.getByRole('row')).toHaveCount(2)
  await press(panel.getByRole('button', { name: `Restore ${names[0]}` }))
  await expect(panel).toContainText('No deleted item matches')
  expect((await tracked()).map(({ username }) => username)).toEqual([names[0]])
  await search.fill('')
  await expect(panel).toContainText(names[1] ?? '')
  await expect(panel).not.toContainText(names[0] ?? '')
})
