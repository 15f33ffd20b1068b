import { examine, examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { idsOf, type Ids } from '../support/data/ids.ts'
import { expect, test } from '../support/test.ts'
import { chooseInUserMenu } from '../support/screens/userMenu.ts'

type Screen = { name: string; path: (ids: Ids) => string; shows: string | RegExp }

const SCREENS: Screen[] = [
  { name: 'dashboard', path: () => '/', shows: 'Top TikTok Videos' },
  { name: 'instagram-groups', path: () => '/instagram', shows: 'Northwind Media' },
  { name: 'instagram', path: ({ group }) => `/instagram?group=${group}`, shows: '@google' },
  {
    name: 'instagram-posts',
    path: (ids) => `/instagram/${ids.instagram}`,
    shows: /Total: \d+ posts/,
  },
  { name: 'tiktok-groups', path: () => '/tiktok', shows: 'Northwind Media' },
  { name: 'tiktok', path: ({ group }) => `/tiktok?group=${group}`, shows: '@dylanlemay' },
  {
    name: 'tiktok-videos',
    path: (ids) => `/tiktok/${ids.tiktok}`,
    shows: /Total: \d+ videos/,
  },
  { name: 'all-data', path: () => '/all-data', shows: /Total: \d+ items/ },
  { name: 'all-data-tiktok', path: () => '/all-data?tab=tiktok', shows: /Total: \d+ items/ },
  { name: 'logo-test', path: () => '/logo-test', shows: 'Asset path' },
]

test('sign in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await examineAllVariants(page, 'sign-in')
})

for (const { name, path, shows } of SCREENS) {
  test(name, async ({ page, api, signIn }) => {
    // Other tests load them on a desktop.
    await page.setViewportSize(VARIANTS.phone.viewport)
    await signIn(page)
    await page.goto(path(await idsOf(api)))
    await expect(page.getByText(shows).first()).toBeVisible()
    await examineAllVariants(page, name)
  })
}

test('the menu opens and closes on a phone', async ({ page, signIn }) => {
  await page.setViewportSize(VARIANTS.phone.viewport)
  await signIn(page)
  await page.goto('/')
  const link = page.getByRole('link', { name: 'View All Data' })
  await expect(link).not.toBeInViewport()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(link).toBeInViewport()
  await examine(page, 'menu-phone')
  await link.click()
  await expect(page).toHaveURL('/all-data')
  await expect(link).not.toBeInViewport()
})

test('the chosen theme is kept, and applied before the first paint', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page)
  await page.goto('/')
  await chooseInUserMenu(page, 'Dark theme')
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body !== null)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
