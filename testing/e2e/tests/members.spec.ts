import { Api } from '../support/data/api.ts'
import { test } from '../support/data/groups.ts'
import { createMember, memberOf } from '../support/data/members.ts'
import { unique, uniqueUsername } from '../support/data/names.ts'
import { ADDRESS, address } from '../support/programs/environment.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { openByKeys, press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

test('a group admin creates, edits, deactivates and deletes members of the own group only', async ({
  page,
  api,
  signInAs,
  makeGroup,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const group = await makeGroup(unique('Crew'))
  const other = await makeGroup(unique('Others'))
  await createMember(api, other.id, uniqueUsername('stranger'))
  const bossName = uniqueUsername('boss')
  const boss = await Api.signIn(address(ADDRESS), await createMember(api, group.id, bossName, true))
  const mate = uniqueUsername('mate')
  await signInAs(page, boss)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('group', { name: 'Administration' }).getByRole('link')).toHaveText(['Members'])
  await openByKeys(page, 'm', '/members')
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
  await expect(page.getByText(`Who can sign in for ${group.name}`)).toBeVisible()
  const own = page.getByRole('row').filter({ hasText: bossName })
  // They cannot lock themselves out.
  await expect(own.getByRole('button')).toHaveCount(1)
  await press(own.getByRole('button', { name: /^Edit/ }))
  const editing = page.getByRole('dialog', { name: /^Edit/ })
  await expect(editing.getByLabel('Email')).toBeVisible()
  await expect(editing.getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await press(page.getByRole('button', { name: 'Create User' }))
  const dialog = page.getByRole('dialog', { name: `Create User for ${group.name}` })
  await dialog.getByLabel('Username').fill(mate)
  await dialog.getByLabel('Email').fill(`${mate}@example.com`)
  await press(dialog.getByRole('button', { name: 'Create User' }))
  const result = page.getByRole('dialog', { name: 'User created' })
  await expect(result).toContainText(mate)
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  const password = await page.evaluate(() => navigator.clipboard.readText())
  await result.getByRole('button', { name: 'Done' }).press('Enter')
  const signedIn = await Api.signIn(address(ADDRESS), { username: mate, password })
  expect(signedIn.session.user).toMatchObject({ group_id: group.id, is_group_admin: false })

  const row = page.getByRole('row').filter({ hasText: mate })
  await expect(row).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await examineAllVariants(page, 'members')
  await press(row.getByRole('button', { name: `Edit ${mate}` }))
  await editing.getByLabel('Group admin (can manage group accounts)').press('Space')
  await press(editing.getByRole('button', { name: 'Save' }))
  await expect(row).toContainText('Group admin')
  await press(row.getByRole('button', { name: `Deactivate ${mate}` }))
  await expect(row).toContainText('Inactive')
  await press(row.getByRole('button', { name: `Delete ${mate}` }))
  await press(page.getByRole('button', { name: 'Delete user' }))
  await press(page.getByRole('button', { name: 'Delete permanently' }))
  await expect(row).toHaveCount(0)
})

test('a member has no screen of members until they become a group admin', async ({
  page,
  api,
  signInAs,
  makeGroup,
}) => {
  const group = await makeGroup(unique('Plain'))
  await signInAs(page, await memberOf(api, group.id))
  // Does not wait until everything has loaded: the toast is shown for a few seconds.
  await page.goto('/members', { waitUntil: 'commit' })
  await expect(page.getByText('Access denied')).toBeVisible()
  await expect(page).toHaveURL('/')
  // A new role takes effect without a new sign-in.
  const { users } = await api.get<{ users: { id: number }[] }>(`/api/admin/users?group_id=${group.id}`)
  await api.patch(`/api/admin/users/${users[0]?.id}`, { is_group_admin: true })
  await page.reload()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
})
