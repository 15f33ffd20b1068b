import { Api } from '../support/api.ts'
import { ADDRESS, address } from '../support/environment.ts'
import { test } from '../support/people.ts'
import { expect } from '../support/test.ts'

const SCREENS = ['/admin', '/admin/groups', '/admin/sessions']

test('a member is sent away from the screens of admins', async ({ page, makeGroup, makeMember }) => {
  const group = await makeGroup('Members Only')
  const { username, password } = await makeMember(group.id, 'visitor')
  const { session } = await Api.signIn(address(ADDRESS), { username, password })
  await page.addInitScript(
    (value) => localStorage.setItem('clipmeter.session', value),
    JSON.stringify(session),
  )
  for (const screen of SCREENS) {
    await page.goto(screen)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  }
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText(['Dashboard', 'Instagram', 'TikTok', 'View All Data'])
})

test('a visitor is sent to the sign-in screen', async ({ page }) => {
  for (const screen of SCREENS) {
    await page.goto(screen)
    await expect(page).toHaveURL('/login')
  }
})

test('an admin finds them in the navigation', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const [link, heading] of [
    ['Admin', 'Admin Dashboard'],
    ['Groups', 'Group Management'],
    ['Sessions', 'Instagram Sessions'],
  ] as const) {
    await navigation.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
})
