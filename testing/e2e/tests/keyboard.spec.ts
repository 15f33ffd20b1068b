import { openByKeys } from '../support/screens/keyboard.ts'
import { expect, test } from '../support/test.ts'
import { chooseInUserMenu } from '../support/screens/userMenu.ts'

test('? lists the keyboard shortcuts', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/logo-test')
  await expect(page.getByRole('heading', { name: 'Logo Display Test' })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Go to Instagram')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('g and a letter open a screen, but not while typing', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  for (const [key, path, shows] of [
    ['t', '/tiktok', 'Create Group'],
    ['i', '/instagram', 'Create Group'],
    ['v', '/all-data', 'Instagram Posts'],
    ['d', '/', 'Scrape All'],
  ] as const) {
    await openByKeys(page, key, path)
    await expect(page.getByRole('main')).toContainText(shows)
  }
  await page.goto('/instagram')
  await page.getByRole('button', { name: 'Create Group' }).click()
  const name = page.getByRole('dialog', { name: 'Create Group' }).getByLabel('Name')
  await name.pressSequentially('gd?')
  await expect(name).toHaveValue('gd?')
  await expect(page).toHaveURL('/instagram')
})

test('the keyboard shortcuts can be disabled, and stay disabled', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await chooseInUserMenu(page, 'Keyboard shortcuts')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByRole('checkbox', { name: 'Enable shortcuts' }).uncheck()
  await help.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('the first Tab stop skips the navigation', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
