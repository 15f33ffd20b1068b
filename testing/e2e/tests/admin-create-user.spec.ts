import { Api } from '../support/data/api.ts'
import { ADDRESS, address } from '../support/programs/environment.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { test } from '../support/data/groups.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

test.beforeEach(async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
})

test('a new user gets a password, which is shown once and copied', async ({ page, makeGroup }) => {
  const { id, name } = await makeGroup('New Faces')
  await page.goto(`/admin/groups?group=${id}`)
  await press(page.getByRole('button', { name: 'Create User' }))
  const dialog = page.getByRole('dialog', { name: `Create User for ${name}` })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await press(dialog.getByRole('button', { name: 'Create User' }))
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await expect(dialog.getByText('An email address is required')).toBeVisible()

  await dialog.getByLabel('Username').fill('new.face')
  await dialog.getByLabel('Email').fill('new.face@example.com')
  await dialog.getByLabel('Full name').fill('New Face')
  await dialog.getByLabel('Group admin (can manage group accounts)').press('Space')
  await expect(dialog.getByText('Leave blank to generate one')).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Create User' }))

  const result = page.getByRole('dialog', { name: 'User created' })
  await expect(result).toContainText('new.face')
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  const password = await page.evaluate(() => navigator.clipboard.readText())
  expect(password.length).toBeGreaterThanOrEqual(8)
  await expect(result.getByText(password, { exact: true })).toBeVisible()
  await expect(result.getByRole('button', { name: 'Done' })).toBeFocused()
  await result.getByRole('button', { name: 'Copy sign-in details' }).click()
  const details = `Address: ${new URL(page.url()).origin}\nUsername: new.face\nPassword: ${password}`
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(details)
  await result.getByRole('button', { name: 'Done' }).focus()
  await examineAllVariants(page, 'user-created')
  // The password cannot be shown again: only Done closes the dialog.
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(result).toBeVisible()
  await expect(result.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await result.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(result).toBeHidden()
  await expect(page.getByText(password)).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: 'New Face' })
  await expect(row.getByRole('cell')).toContainText([
    'New Face',
    'new.face',
    'Group admin',
    'Active',
    'Never',
  ])
  const signedIn = await Api.signIn(address(ADDRESS), { username: 'new.face', password })
  const { user } = signedIn.session
  expect(user).toMatchObject({ group_name: name, full_name: 'New Face', is_group_admin: true })
  // An admin knows the password, so it must be replaced first.
  await expect(signedIn.get('/api/dashboard/stats')).rejects.toThrow('password_change_required')
})

test('a password can be set, and a name can be used only once', async ({ page, makeGroup, watch }) => {
  watch.allow(/status of 409/)
  const { id } = await makeGroup('Old Faces')
  await page.goto(`/admin/groups?group=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Create User for Old Faces' })
  for (const email of ['first@example.com', 'second@example.com']) {
    await page.getByRole('button', { name: 'Create User' }).click()
    await dialog.getByLabel('Username').fill('old.face')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Create User' }).click()
    if (email.startsWith('first')) {
      const result = page.getByRole('dialog', { name: 'User created' })
      await expect(result.getByText('correct horse battery')).toBeVisible()
      await result.getByRole('button', { name: 'Done' }).click()
    }
  }
  await expect(page.getByRole('alert')).toContainText(/exists|taken/)
  await expect(dialog).toBeVisible()
})
