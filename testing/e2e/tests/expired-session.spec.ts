import type { Page } from '@playwright/test'
import { Api, type Credentials } from '../support/data/api.ts'
import { ADDRESS, address } from '../support/programs/environment.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { idsOf } from '../support/data/ids.ts'
import { createMember } from '../support/data/members.ts'
import { storeSession } from '../support/data/storeSession.ts'
import { expect, test as base } from '../support/test.ts'
import { uniqueUsername } from '../support/data/names.ts'

const EXPIRED = 'Your session has expired. Sign in to continue.'

const newMember = async (api: Api) => createMember(api, (await idsOf(api)).group, uniqueUsername())

/** A signed-in member. */
const test = base.extend<{ signedIn: { user: Credentials; member: Api } }>({
  signedIn: async ({ api, page, watch }, use) => {
    watch.allow(/status of 401/)
    const user = await newMember(api)
    const member = await Api.signIn(address(ADDRESS), user)
    await storeSession(page, member)
    await use({ user, member })
  },
})

const username = (page: Page) => page.getByLabel('Username', { exact: true })
// The profile has a region of this name.
const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true })

async function signIn(page: Page, password: string): Promise<void> {
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an expired session keeps what was typed, and continues after signing in', async ({
  page,
  signedIn: { user, member },
}) => {
  await page.goto('/tiktok?view=videos')
  await page.getByRole('button', { name: 'Add Account' }).click()
  const text = page.getByRole('dialog', { name: 'Add Accounts' }).getByRole('textbox')
  await page.getByText('Paste List').click()
  await text.fill('first.creator\nsecond.creator')
  await member.post('/api/auth/logout', {})
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(passwordField(page)).toBeFocused()
  await expect(username(page)).toHaveValue(user.username)
  await examineAllVariants(page, 'session-expired')
  await page.keyboard.press('Escape')
  await signIn(page, 'wrong')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid username or password' })).toBeVisible()
  await signIn(page, user.password)
  await expect(page).toHaveURL('/tiktok?view=videos')
  await expect(text).toHaveValue('first.creator\nsecond.creator')
  await expect(page.getByText(EXPIRED)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(text).toHaveCount(0)
})

test('a reload of the sign-in screen still returns to the address', async ({
  page,
  signedIn: { user, member },
}) => {
  const path = '/all-data?tab=tiktok&q=wait'
  await page.clock.install()
  await page.goto(path)
  await expect(page.getByText(/Total: \d+ items/)).toBeVisible()
  await member.post('/api/auth/logout', {})
  // The next poll is rejected.
  await page.clock.fastForward(10_000)
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await username(page).fill(user.username)
  await signIn(page, user.password)
  await expect(page).toHaveURL(path)
  await expect(page.getByText(/Total: \d+ items/)).toBeVisible()
})

test('another user does not get the page of the former one', async ({ page, api, signedIn: { member } }) => {
  const other = await newMember(api)
  await page.goto('/profile')
  await page.getByLabel('Current password', { exact: true }).fill('typed by the former user')
  await page.getByLabel('New password', { exact: true }).fill('typed by the former user, too')
  await member.post('/api/auth/logout', {})
  // A poll may have noticed it first; the dialog then covers the button.
  await page.getByRole('button', { name: 'Change password' }).dispatchEvent('click')
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await username(page).fill(other.username)
  await signIn(page, other.password)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(other.username)
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('')
})

test('a tab that was suspended while another user signed in does not keep the page of the former one', async ({
  page,
  api,
  signedIn: { user },
}) => {
  const other = await newMember(api)
  const { session } = await Api.signIn(address(ADDRESS), other)
  await page.goto('/profile')
  const account = page.getByRole('region', { name: 'Account' })
  await expect(account).toContainText(user.username)
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('typed by the former user')
  // The first event of the other tab's changes arrives after the last of them.
  await page.evaluate((text) => {
    localStorage.setItem('clipmeter.session', text)
    setTimeout(() => window.dispatchEvent(new StorageEvent('storage', { key: 'clipmeter.session' })))
  }, JSON.stringify(session))
  await expect(account).toContainText(other.username)
  await expect(password).toHaveValue('')
})
