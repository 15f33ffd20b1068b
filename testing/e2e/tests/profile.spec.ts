import { Api } from '../support/data/api.ts'
import { ADDRESS, address } from '../support/programs/environment.ts'
import { examine, examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { idsOf } from '../support/data/ids.ts'
import { memberOf, createMember } from '../support/data/members.ts'
import { storeSession } from '../support/data/storeSession.ts'
import { expect, test } from '../support/test.ts'
import { chooseInUserMenu, userButton } from '../support/screens/userMenu.ts'
import { uniqueUsername } from '../support/data/names.ts'

const NEW_PASSWORD = 'a new long password'

for (const [variant, { viewport }] of Object.entries(VARIANTS)) {
  test(`the profile and the menu that leads there, ${variant}`, async ({ page, api, signInAs }) => {
    await page.setViewportSize(viewport)
    const { group } = await idsOf(api)
    const member = await memberOf(api, group)
    await signInAs(page, member)
    await page.goto('/logo-test')
    if (variant === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
    await userButton(page).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Profile',
      'Keyboard shortcuts',
      'Dark theme',
      'Log out',
      'Log out everywhere',
    ])
    await examine(page, `user-menu-${variant}`)
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
    const account = page.getByRole('region', { name: 'Account' })
    await expect(account).toContainText(`Username${String(member.session.user['username'])}`)
    await expect(account).toContainText('GroupNorthwind Media')
    await expect(account).toContainText('RoleMember')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    await examine(page, `profile-${variant}`)
  })
}

test('the theme follows the system until one is chosen', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page)
  await page.goto('/profile')
  const shown = page.locator('html')
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
  await expect(shown).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByText('Light', { exact: true }).click()
  await expect(shown).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
})

test('numbers and dates are written in the format that was chosen in this browser', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/profile')
  const numbers = page.getByRole('radiogroup', { name: 'Numbers' })
  const dates = page.getByRole('radiogroup', { name: 'Dates and times' })
  await expect(numbers.getByRole('radio', { checked: true })).toHaveAccessibleName('1,234.5')
  await numbers.getByText('1.234,5', { exact: true }).click()
  await dates.getByText('21 Nov, 14:40', { exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await expect(dates.getByRole('radio', { checked: true })).toHaveAccessibleName('21 Nov, 14:40')
  await expect(numbers.getByRole('radio', { checked: true })).toHaveAccessibleName('1.234,5')
  await page.goto('/all-data?tab=tiktok&sort=views')
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  await expect(cells.filter({ hasText: /^\d+,\d[KM]/ }).first()).toBeVisible()
  await expect(
    cells.filter({ hasText: /\d{1,2} [A-Z][a-z]{2,3}( 20\d\d)?, \d\d:\d\d/ }).first(),
  ).toBeVisible()
})

test('a user changes the password, and stays signed in only here', async ({ page, api, watch }) => {
  watch.allow(/status of 422/)
  const { group } = await idsOf(api)
  const user = await createMember(api, group, uniqueUsername())
  const signedIn = () => Api.signIn(address(ADDRESS), user)
  const [here, elsewhere] = [await signedIn(), await signedIn()]
  await storeSession(page, here)
  await page.goto('/logo-test')
  await chooseInUserMenu(page, 'Profile')
  const current = page.getByLabel('Current password', { exact: true })
  const fresh = page.getByLabel('New password', { exact: true })
  const submit = page.getByRole('button', { name: 'Change password' })
  await submit.click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expect(page.getByText('The new password needs at least 8 characters')).toBeVisible()
  await current.fill('not the password')
  await fresh.fill(NEW_PASSWORD)
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Current password is incorrect')
  await fresh.fill('not the password')
  await submit.click()
  await expect(page.getByText('The new password must differ from the current one')).toBeVisible()
  await current.fill(user.password)
  await fresh.fill(NEW_PASSWORD)
  await submit.click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(current).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(user.username)
  await expect(elsewhere.get('/api/auth/me')).rejects.toThrow('401')
  await Api.signIn(address(ADDRESS), { username: user.username, password: NEW_PASSWORD })
})

test('a password that an admin set must be replaced at the first sign-in', async ({ page, api }) => {
  const { group } = await idsOf(api)
  const username = uniqueUsername()
  const email = `${username}@example.com`
  const { password } = await api.post<{ password: string }>(`/api/groups/${group}/users`, {
    username,
    email,
    must_change_password: true,
  })
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const heading = page.getByRole('heading', { name: 'Choose a new password' })
  await expect(heading).toBeVisible()
  await expect(page.getByText('Welcome back!')).toHaveCount(0)
  await examineAllVariants(page, 'new-password-required')
  // No address leads past it.
  await page.goto('/all-data?tab=tiktok')
  await expect(heading).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'All Content Data' })).toBeVisible()
  await expect(page).toHaveURL('/all-data?tab=tiktok')
  const { session } = await Api.signIn(address(ADDRESS), { username, password: NEW_PASSWORD })
  expect(session.user).toMatchObject({ username })
})

test('a user who must replace the password can log out', async ({ page, api, signInAs, watch }) => {
  watch.allow(/status of 403/)
  const { group } = await idsOf(api)
  const { id, username } = await createMember(api, group, uniqueUsername())
  const { password } = await api.post<{ password: string }>(`/api/admin/users/${id}/reset-password`, {})
  const member = await Api.signIn(address(ADDRESS), { username, password })
  await expect(member.get('/api/auth/me')).rejects.toThrow('password_change_required')
  // The stored session has no flag, so the first refused call opens the form.
  await signInAs(page, member)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const ended = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  expect((await ended).status()).toBe(200)
  await expect(page).toHaveURL('/login')
})
