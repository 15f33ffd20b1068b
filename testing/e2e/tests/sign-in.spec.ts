import { ADMIN } from '../support/programs/environment.ts'
import { expect, test } from '../support/test.ts'
import { logOut } from '../support/screens/userMenu.ts'

test('a visitor sees only the sign-in screen', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByText('Contact your administrator for login credentials')).toBeVisible()
})

test('both fields are required', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('a wrong password shows an error', async ({ page, watch }) => {
  watch.allow(/status of 401/)
  await page.goto('/login')
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await expect(page).toHaveURL('/login')
})

test('the password can be shown', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show or hide the password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('signing in shows a welcome and the dashboard, logging out the sign-in screen', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/')

  await logOut(page)
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('clipmeter.session'))).toBeNull()
})

test('a session that the server rejects leads to the sign-in screen', async ({ page, api, watch }) => {
  watch.allow(/status of 401/)
  await page.goto('/login')
  await page.evaluate((session) => localStorage.setItem('clipmeter.session', JSON.stringify(session)), {
    ...api.session,
    token: 'not.a.token',
  })
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})
