import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/data/api.ts'
import { ADMIN } from '../support/programs/environment.ts'
import { closePage } from '../support/screens/closePage.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { idsOf } from '../support/data/ids.ts'
import { test } from '../support/data/groups.ts'
import { createMember } from '../support/data/members.ts'
import { expect } from '../support/test.ts'
import { unique } from '../support/data/names.ts'

test('signing in shows a busy state', async ({ page }) => {
  const release = await holdRequest(page, 'POST', '**/api/auth/login')
  await page.goto('/login')
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Please wait...' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/')
})

for (const [path, call] of [
  ['/', '**/api/dashboard/scrape-all'],
  ['/instagram', '**/api/instagram/scrape-all'],
  ['/tiktok', '**/api/tiktok/scrape-all'],
] as const)
  test(`scraping from ${path} disables its button, with a spinner`, async ({
    page,
    makeGroup,
    signIn,
    watch,
  }) => {
    // The group has no accounts: the server responds at once, and nothing is scraped.
    watch.allow(/status of 400/)
    const { id } = await makeGroup(`Waiting ${path}`)
    await signIn(page)
    await page.goto(`${path}?group=${id}`)
    const scrape = page.getByRole('button', { name: 'Scrape All' })
    const release = await holdRequest(page, 'POST', `${call}*`)
    await scrape.click()
    await expectBusy(scrape)
    release()
    await expect(page.getByText('No accounts to scrape')).toBeVisible()
    await expect(scrape).toBeEnabled()
  })

test('a form cannot be submitted twice', async ({ page, api, signIn }) => {
  const name = unique('Sent once')
  await signIn(page)
  await page.goto('/admin/groups')
  await page.getByRole('button', { name: 'Create Group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  const submit = dialog.getByRole('button', { name: 'Create Group' })
  let sent = 0
  page.on('request', (request) => (sent += Number(request.method() === 'POST')))
  const release = await holdRequest(page, 'POST', '**/api/groups')
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expectBusy(submit)
  await dialog.getByLabel('Name').press('Enter')
  await expectBusy(submit)
  release()
  await expect(page.getByText('Group created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(sent).toBe(1)
  expect(await deleteGroupsNamed(page, api, name)).toBe(1)
})

test('a confirmation cannot be submitted twice', async ({ page, api, makeGroup, signIn }) => {
  const { id } = await makeGroup('Asked once')
  await createMember(api, id, 'asked.once')
  await signIn(page)
  await page.goto(`/admin?tab=users&group=${id}`)
  const release = await holdRequest(page, 'POST', '**/api/admin/users/*/reset-password')
  await page.getByRole('button', { name: 'Reset the password of asked.once' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Reset password' })
  await confirm.click()
  await expectBusy(confirm)
  release()
  await expect(page.getByRole('dialog', { name: 'Password reset' })).toBeVisible()
})

test('accounts that are added after their dialog was closed leave the next one as it is', async ({
  page,
  makeGroup,
  signIn,
}) => {
  const { id } = await makeGroup(unique('Added late'))
  await signIn(page)
  await page.goto(`/tiktok?group=${id}`)
  const open = page.getByRole('button', { name: 'Add Account' }).first()
  const dialog = page.getByRole('dialog', { name: 'Add Accounts' })
  const name = dialog.getByLabel('TikTok username')
  const release = await holdRequest(page, 'POST', '**/api/tiktok/accounts/bulk')
  await open.click()
  await name.fill('one.late, two.late')
  await page.keyboard.press('Enter')
  await expectBusy(dialog.getByRole('button', { name: 'Add 2 Accounts' }))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(name).toHaveValue('')
  await name.fill('three.typed')
  release()
  await expect(page.getByText('2 accounts added')).toBeVisible()
  await expect(dialog).toBeVisible()
  await expect(name).toHaveValue('three.typed')
  await expect(dialog.getByRole('button', { name: 'Add Account' })).toBeEnabled()
})

test('a group that is created after its dialog was closed leaves the next one as it is', async ({
  page,
  api,
  signIn,
}) => {
  const name = unique('Created late')
  await signIn(page)
  await page.goto('/admin/groups')
  const open = page.getByRole('button', { name: 'Create Group' }).first()
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  const field = dialog.getByLabel('Name')
  const release = await holdRequest(page, 'POST', '**/api/groups')
  await open.click()
  await field.fill(name)
  await page.keyboard.press('Enter')
  await expectBusy(dialog.getByRole('button', { name: 'Create Group' }))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(field).toHaveValue('')
  await field.fill('Typed')
  release()
  await expect(page.getByText('Group created successfully')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Client groups', includeHidden: true })).toContainText(name)
  await expect(field).toHaveValue('Typed')
  await expect(dialog.getByRole('button', { name: 'Create Group' })).toBeEnabled()
  await expect(page).toHaveURL('/admin/groups')
  await deleteGroupsNamed(page, api, name)
})

test('a switch shows that its change is being saved', async ({ page, makeGroup, signIn }) => {
  const { id, name } = await makeGroup('Turned once')
  await signIn(page)
  await page.goto(`/admin/groups?group=${id}`)
  const release = await holdRequest(page, 'POST', `**/api/groups/${id}/toggle`)
  const toggle = page.getByRole('button', { name: `Deactivate ${name}` })
  await toggle.click()
  await expectBusy(toggle)
  release()
  await expect(page.getByRole('button', { name: `Activate ${name}`, exact: true })).toBeEnabled()
})

for (const [name, path, call] of [
  ['the table of all content', () => '/all-data', '**/api/dashboard/all-instagram-posts*'],
  ['the groups to choose from', () => '/instagram', '**/api/groups'],
  ['the accounts', (group: number) => `/tiktok?group=${group}`, '**/api/tiktok/accounts?*'],
  ['the numbers of the Dashboard', () => '/', '**/api/dashboard/stats*'],
  ['the users', () => '/admin?tab=users', '**/api/admin/users'],
  ['the audit log', () => '/admin?tab=audit', '**/api/admin/audit-log*'],
  ['the details of a group', (group: number) => `/admin/groups?group=${group}`, '**/api/groups/*'],
] as const)
  test(`${name} shows that it is loading`, async ({ page, api, signIn }) => {
    const { group } = await idsOf(api)
    await signIn(page)
    const release = await holdRequest(page, 'GET', call)
    await page.goto(path(group))
    await expect(loading(page).first()).toBeVisible()
    release()
    await expect(loading(page)).toHaveCount(0)
  })

/** Deletes the groups that a test has created on the screen, and returns how many there were. */
async function deleteGroupsNamed(page: Page, api: Api, name: string): Promise<number> {
  const { groups } = await api.get<{ groups: { id: number; name: string }[] }>('/api/groups')
  const made = groups.filter((group) => group.name === name)
  await closePage(page)
  for (const { id } of made) await api.delete(`/api/groups/${id}`)
  return made.length
}

function loading(page: Page): Locator {
  return page.getByRole('main').getByRole('status', { name: 'Loading' })
}

/** A busy button is disabled and shows a spinner in place of its text. */
async function expectBusy(button: Locator): Promise<void> {
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('data-loading', 'true')
}
