import { Api } from '../support/data/api.ts'
import { idsOf } from '../support/data/ids.ts'
import { test } from '../support/data/groups.ts'
import { createMember } from '../support/data/members.ts'
import { unique, uniqueUsername } from '../support/data/names.ts'
import { ADDRESS, address } from '../support/programs/environment.ts'
import { examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { userButton } from '../support/screens/userMenu.ts'
import { expect } from '../support/test.ts'

const INVALID = 'This link is no longer valid'

type Created = { link: { id: number }; token: string }

/** Creates a link of the group whose accounts the journey added. */
async function createLink(api: Api): Promise<Created & { group: number; account: number }> {
  const { group, tiktok } = await idsOf(api)
  const created = await api.post<Created>('/api/share-links', { group_id: group, name: 'Ann at Northwind' })
  return { ...created, group, account: tiktok }
}

test('a group admin creates a share link, and deletes it', async ({
  page,
  context,
  api,
  watch,
  signInAs,
  makeGroup,
}) => {
  watch.allow(/status of 401/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const group = await makeGroup(unique('Crew'))
  const boss = await Api.signIn(
    address(ADDRESS),
    await createMember(api, group.id, uniqueUsername('boss'), true),
  )
  await signInAs(page, boss)
  await page.goto('/members')
  const section = page.getByRole('region', { name: 'Share links' })
  await expect(section.getByText('No share links yet')).toBeVisible()
  await press(section.getByRole('button', { name: 'Create Share Link' }))
  const dialog = page.getByRole('dialog', { name: `Create Share Link for ${group.name}` })
  const submit = dialog.getByRole('button', { name: 'Create Share Link' })
  await press(submit)
  await expect(dialog.getByText('Enter who gets the link')).toBeVisible()
  await dialog.getByLabel('Name').fill('Ann at Example Ltd')
  await examineAllVariants(page, 'create-share-link')
  await press(submit)
  const result = page.getByRole('dialog', { name: 'Share link created' })
  await expect(result).toContainText('You won’t see it again.')
  await examineAllVariants(page, 'share-link-created')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await expect(result.locator('code')).toHaveText(link)
  await press(result.getByRole('button', { name: 'Done' }))
  const row = section.getByRole('listitem')
  await expect(row).toContainText('Ann at Example Ltd')
  await expect(row).toContainText('Never used')
  await examineAllVariants(page, 'share-links')

  await page.goto('/')
  await press(page.getByRole('button', { name: 'Share' }))
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/members')

  // In the same browser, in which the group admin stays signed in. New tabs are the admin's.
  const viewer = await context.newPage()
  await viewer.goto(link)
  await expect(viewer.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(userButton(viewer)).toContainText('Ann at Example Ltd')
  await expect(viewer).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('clipmeter.shared'))).toBeNull()
  await expect(viewer.getByRole('button', { name: 'Share' })).toHaveCount(0)
  await page.reload()
  await expect(row).toContainText('Last used')
  await press(row.getByRole('button', { name: 'Delete the share link Ann at Example Ltd' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect(section.getByText('No share links yet')).toBeVisible()
  await viewer.reload()
  await expect(viewer.getByText(INVALID)).toBeVisible()
  await expect(viewer).toHaveURL('/share')
  await examineAllVariants(viewer, 'share-link-invalid')
  // A user's token does not sign the tab in, and a valid link is opened by the tab with the invalid one.
  await viewer.goto(`/share#${boss.session.token}`)
  await expect(viewer.getByText(INVALID)).toBeVisible()
  const body = { group_id: group.id, name: 'Ben' }
  const { token } = await boss.post<Created>('/api/share-links', body)
  await viewer.goto(`/share#${token}`)
  await expect(userButton(viewer)).toContainText('Ben')
  await viewer.goto('/share')
  await expect(viewer.getByText(INVALID)).toBeVisible()
  await viewer.getByRole('button', { name: 'Sign in instead' }).click()
  // The group admin is signed in here.
  await expect(userButton(viewer)).toContainText('Member boss')
})

test('a viewer reads the screens of the group, without any control that changes something', async ({
  page,
  context,
  api,
}) => {
  const { token, account } = await createLink(api)
  await page.setViewportSize(VARIANTS.desktop.viewport)
  await page.goto(`/share#${token}`)
  await expect(page.getByText('Top TikTok Videos')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Instagram', 'TikTok', 'View All Data'])
  await examineAllVariants(page, 'viewer-dashboard')
  for (const [path, shows] of [
    ['/instagram', '@google'],
    ['/tiktok', '@dylanlemay'],
    ['/tiktok?view=videos', 'Single Videos'],
    [`/tiktok/${account}`, /Total: \d+ videos/],
    ['/all-data', /Total: \d+ items/],
    ['/compare', 'Compare'],
    ['/statement', 'Cost of the views gained in a period'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(shows).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: /Add|Delete|Scrape|Select|Saved views/ })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Print' }).waitFor()
  await examineAllVariants(page, 'viewer-statement')
  await page.goto('/all-data?tab=tiktok&sort=views')
  await page
    .getByRole('link', { name: /^History of / })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /^History of a video by @/ })).toBeVisible()
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  for (const path of ['/profile', '/attention', '/admin', '/members']) {
    // Does not wait until everything has loaded: the toast is shown for a few seconds.
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText('Access denied').first()).toBeVisible()
    await expect(page).toHaveURL('/')
  }
  // Other tabs show the dashboard too.
  const other = await context.newPage()
  await other.goto(`/tiktok/${account}`)
  await expect(other.getByText(/Total: \d+ videos/)).toBeVisible()
  await expect(userButton(other)).toContainText('Ann at Northwind')
  await other.close()
  await userButton(page).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Keyboard shortcuts', /theme$/, 'Sign in'])
  await page.getByRole('menuitem', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

test('a link opens the dashboard in a browser that blocks storage', async ({ page, api }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
  })
  const { token } = await createLink(api)
  await page.goto(`/share#${token}`)
  await expect(page.getByText('Top TikTok Videos')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(userButton(page)).toContainText('Ann at Northwind')
})

test('a link that is created after its dialog was closed leaves the next dialog open', async ({
  page,
  context,
  makeGroup,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const group = await makeGroup(unique('Crew'))
  await signIn(page)
  await page.goto(`/?group=${group.id}`)
  const share = page.getByRole('button', { name: 'Share', exact: true })
  const dialog = page.getByRole('dialog', { name: `Create Share Link for ${group.name}` })
  await share.click()
  await dialog.getByLabel('Name').fill('Ann')
  const release = await holdRequest(page, 'POST', '**/api/share-links')
  await dialog.getByRole('button', { name: 'Create Share Link' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await share.click()
  await dialog.getByLabel('Name').fill('Ben')
  release()
  const created = page.getByRole('dialog', { name: 'Share link created' })
  await created.getByRole('button', { name: 'Done' }).click()
  await expect(created).toBeHidden()
  await expect(dialog.getByLabel('Name')).toHaveValue('Ben')
})

test('a link that cannot be checked is opened again with Retry', async ({ page, api, watch }) => {
  watch.allow(/status of 500/)
  const { token } = await createLink(api)
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`/share#${token}`)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await page.unroute('**/api/auth/me')
  await retry.click()
  await expect(page.getByText('Top TikTok Videos')).toBeVisible()
})
