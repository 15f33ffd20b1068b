import { Api, type Credentials } from '../support/data/api.ts'
import { ADDRESS, address } from '../support/programs/environment.ts'
import { examine, examineAllVariants } from '../support/screens/examine.ts'
import { idsOf } from '../support/data/ids.ts'
import { memberOf, createMember } from '../support/data/members.ts'
import { expect, test } from '../support/test.ts'
import { chooseInUserMenu, logOut } from '../support/screens/userMenu.ts'
import { uniqueUsername } from '../support/data/names.ts'

const KEY = 'clipmeter.session'

const signedIn = (user: Credentials) => Api.signIn(address(ADDRESS), user)

test('a member sees their own group', async ({ page, api, signInAs }) => {
  const { group } = await idsOf(api)
  const member = await memberOf(api, group)
  await signInAs(page, member)
  await page.goto('/')
  await expect(page.getByText(String(member.session.user['full_name']))).toBeVisible()
  await expect(page.getByText('Northwind Media')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Client group' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Instagram', exact: true }).click()
  await expect(page.getByRole('article', { name: '@google' })).toBeVisible()
  await page.getByRole('link', { name: 'View All Data' }).click()
  await expect(page.getByText(/Total: \d+ items/)).toBeVisible()
})

test('ASVS 7.4.1: logging out also ends this sign-in on the server, and no other', async ({
  page,
  api,
  signInAs,
}) => {
  const { group } = await idsOf(api)
  const user = await createMember(api, group, uniqueUsername())
  const [member, elsewhere] = [await signedIn(user), await signedIn(user)]
  await signInAs(page, member)
  await page.goto('/logo-test')
  const heard = page.waitForResponse('**/api/auth/logout')
  await logOut(page)
  await expect(page).toHaveURL('/login')
  expect((await heard).status()).toBe(200)
  await expect(member.get('/api/auth/me')).rejects.toThrow('401')
  await elsewhere.get('/api/auth/me')
})

test('logging out everywhere requires confirmation, and ends every sign-in of the user', async ({
  page,
  api,
  signInAs,
  watch,
}) => {
  // The page may be sending a request at that moment.
  watch.allow(/status of 401/)
  const { group } = await idsOf(api)
  const user = await createMember(api, group, uniqueUsername())
  const [member, elsewhere] = [await signedIn(user), await signedIn(user)]
  await signInAs(page, member)
  await page.goto('/logo-test')
  await chooseInUserMenu(page, 'Log out everywhere')
  const dialog = page.getByRole('dialog', { name: 'Log out on every device?' })
  await examine(page, 'sign-out-everywhere')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await elsewhere.get('/api/auth/me')
  await chooseInUserMenu(page, 'Log out everywhere')
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page).toHaveURL('/login')
  for (const device of [member, elsewhere]) await expect(device.get('/api/auth/me')).rejects.toThrow('401')
  await api.get('/api/auth/me')
})

test('an expired token leads to the sign-in screen in every tab', async ({
  page,
  context,
  api,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 401/)
  const { group } = await idsOf(api)
  const member = await memberOf(api, group)
  const other = await context.newPage()
  await signInAs(page, member)
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Top TikTok Videos' })).toBeVisible()
  await other.goto('/logo-test')
  await expect(other.getByRole('heading', { name: 'Logo Display Test' })).toBeVisible()

  await member.post('/api/auth/logout', {})
  // The next poll of the Dashboard is rejected.
  await page.clock.fastForward(10_000)
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull()
})

test('ASVS 14.3.3: the browser stores the sign-in and preferences, and nothing of a user after logging out', async ({
  page,
  context,
  api,
  signInAs,
}) => {
  const { group } = await idsOf(api)
  const member = await memberOf(api, group)
  await signInAs(page, member)
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 28 days')
  await expect(page).toHaveURL('/?period=28-days')
  await page.goto('/all-data?q=searched')
  await expect(page.getByText(/Total: \d+ items/)).toBeVisible()
  const stored = await page.evaluate(storage)
  expect(stored.map(([key]) => key)).toContain(KEY)
  for (const [name, value] of stored.filter(([key]) => key !== KEY)) {
    expect(name).toMatch(/^(clipmeter\.|mantine-color-scheme)/)
    expect(value).not.toContain(member.session.token)
  }
  const session = JSON.parse(stored.find(([key]) => key === KEY)?.[1] ?? '{}') as Record<string, object>
  for (const name of Object.keys(session)) expect(['token', 'user', 'must_change_password']).toContain(name)
  expect(Object.keys(session['user'] ?? {}).filter((field) => field.includes('password'))).toEqual([])
  expect(await context.cookies()).toEqual([])

  await logOut(page)
  await expect(page).toHaveURL('/login')
  const left = JSON.stringify(await page.evaluate(storage))
  for (const text of [member.session.token, String(member.session.user['username']), 'searched'])
    expect(left).not.toContain(text)
})

/** Everything in the storage of the page's origin, as `[name, value]`. */
function storage(): [string, string][] {
  return [localStorage, sessionStorage].flatMap((place) => Object.entries(place) as [string, string][])
}

test('screens of a member', async ({ page, api, signInAs }) => {
  const { group } = await idsOf(api)
  await signInAs(page, await memberOf(api, group))
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Top TikTok Videos' })).toBeVisible()
  await examineAllVariants(page, 'member-dashboard')
})
