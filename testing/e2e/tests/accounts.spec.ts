import type { Locator, Page } from '@playwright/test'
import { dropFile } from '../support/screens/dropFile.ts'
import { press } from '../support/screens/keyboard.ts'
import { test as base } from '../support/data/groups.ts'
import { memberOf } from '../support/data/members.ts'
import { expect } from '../support/test.ts'

type Group = { id: number }

/** Each test has its own group, so that no other test uses the accounts that it adds and deletes. */
const test = base.extend<{ group: Group }>({
  group: async ({ makeGroup }, use, { testId }) => use(await makeGroup(`Accounts ${testId.slice(-12)}`)),
})

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const card = (page: Page, username: string) => page.getByRole('article', { name: `@${username}` })

async function openDialog(page: Page): Promise<Locator> {
  await press(page.getByRole('button', { name: 'Add Account' }).first())
  return page.getByRole('dialog', { name: 'Add Accounts' })
}

test('one account is added by name, without @, by keyboard only', async ({ page, api, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const dialog = await openDialog(page)
  const name = dialog.getByLabel('TikTok username')
  await expect(name).toBeFocused()
  await expect(dialog.getByText('Without @')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Username is required')).toBeVisible()

  const call = page.waitForRequest('**/api/tiktok/accounts')
  await page.keyboard.type(' @first.clip ')
  await page.keyboard.press('Enter')
  expect((await call).postDataJSON()).toEqual({ username: 'first.clip', group_id: group.id })
  await expect(page.getByText('Account added successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'first.clip')).toContainText('— videos')
  await expect(card(page, 'first.clip')).toContainText('Last updated: Never')

  await openDialog(page)
  await expect(name).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await accountsOf(api, group)).length).toBe(1)
})

test('several names and a link to a video are added at once', async ({ page, api, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const dialog = await openDialog(page)
  const name = dialog.getByLabel('TikTok username')
  await name.fill('@one.clip, two_clips, https://www.tiktok.com/@clips/video/7106594312292453675')
  await expect(dialog.getByRole('button', { name: 'Add 2 Accounts and 1 Video' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 accounts added. Videos added for tracking')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(2)
  expect((await accountsOf(api, group)).length).toBe(2)

  await openDialog(page)
  await dialog.getByText('Paste List').click()
  await dialog.getByLabel('Usernames').fill('three.clip\nfour.clip')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('a pasted list shows the result of each line', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const dialog = await openDialog(page)
  await dialog.getByText('Paste List').click()
  await expect(dialog.getByText('One username or profile link per line')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Account' })).toBeDisabled()
  await dialog.getByLabel('Usernames').fill('\n   \n')
  await expect(dialog.getByRole('button', { name: 'Add Account' })).toBeDisabled()

  const call = page.waitForRequest('**/api/tiktok/accounts/bulk')
  await dialog.getByLabel('Usernames').fill('@one.clip\n\n  two_clips  \nno name!\none.clip\n')
  await press(dialog.getByRole('button', { name: 'Add 4 Accounts' }))
  const names = ['one.clip', 'two_clips', 'no name!', 'one.clip']
  expect((await call).postDataJSON()).toEqual({
    accounts: names.map((username) => ({ username })),
    group_id: group.id,
  })
  const rows = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText('A username on TikTok has')
  await expect(rows.nth(1)).toContainText('@one.clipAdded')
  await expect(rows.nth(2)).toContainText('@two_clipsAdded')
  await expect(rows.nth(3)).toContainText('more than once')

  // Only rejected lines are left to be corrected.
  await press(dialog.getByRole('button', { name: 'Edit rejected' }))
  await expect(dialog.getByLabel('Usernames')).toHaveValue('no name!')
  await expect(dialog.getByLabel('Usernames')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a list with one entry uses the call for a single account', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/instagram?group=${group.id}`)
  const dialog = await openDialog(page)
  await dialog.getByText('Paste List').click()
  await dialog.getByLabel('Usernames').fill('  only.one  \n\n')
  const call = page.waitForRequest('**/api/instagram/accounts')
  await press(dialog.getByRole('button', { name: 'Add Account' }))
  expect((await call).method()).toBe('POST')
  await expect(page.getByText('Account added successfully')).toBeVisible()
  await expect(card(page, 'only.one')).toContainText('— posts')
})

test('text files are dropped or chosen, listed with sizes and removed; other files are rejected', async ({
  page,
  group,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`/instagram?group=${group.id}`)
  const dialog = await openDialog(page)
  await dialog.getByText('Upload File').click()
  const input = dialog.locator('input[type=file]')
  const files = dialog.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  const add = dialog.getByRole('button', { name: /^Add / })
  await expect(add).toBeDisabled()

  const alert = page.getByRole('dialog', { name: 'Please upload text files only' })
  await input.setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('no.csv') })
  await expect(alert).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(alert).toBeHidden()
  await expect(files).toHaveCount(0)
  await expect(add).toBeDisabled()

  await input.setInputFiles([textFile('first.txt', 'from.first\n'), textFile('empty.txt', '\n \n')])
  await dropFile(dialog.getByText('Drop .txt files here'), 'dropped.txt', 'from.drop\r\nalso.dropped\r\n')
  await expect(files).toHaveText(['first.txt11 B', 'empty.txt3 B', 'dropped.txt25 B'])
  await expect(add).toHaveText('Add 3 Accounts')
  await press(dialog.getByRole('button', { name: 'Remove first.txt' }))
  await expect(files).toHaveCount(2)
  await press(add)
  await expect(page.getByText('2 accounts added')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'from.drop')).toBeVisible()
  await expect(card(page, 'from.first')).toHaveCount(0)
})

test('accounts are selected and deleted together', async ({ page, api, group, signIn }) => {
  await api.post('/api/tiktok/accounts/bulk', {
    accounts: ['first', 'second', 'third'].map((username) => ({ username })),
    group_id: group.id,
  })
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await press(page.getByRole('button', { name: 'Select', exact: true }))
  const remove = page.getByRole('button', { name: /^Delete \(/ })
  await expect(remove).toHaveText('Delete (0)')
  await expect(remove).toBeDisabled()
  await press(page.getByRole('button', { name: 'Select All', exact: true }))
  await expect(remove).toHaveText('Delete (3)')
  await press(page.getByRole('button', { name: 'Deselect All' }))
  await expect(remove).toHaveText('Delete (0)')

  await card(page, 'first').click()
  await page.getByRole('checkbox', { name: 'Select @second' }).focus()
  await page.keyboard.press('Space')
  await expect(remove).toHaveText('Delete (2)')
  await expect(page.locator('a[href^="/compare?accounts="]')).toHaveAttribute('href', /=\d+,\d+&/)
  await press(remove)
  const question = page.getByRole('dialog', { name: 'Delete 2 accounts?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await press(remove)
  await press(question.getByRole('button', { name: 'Delete 2 accounts' }))
  await expect(page.getByText('2 accounts deleted')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('Restored', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  // Without the button as well.
  await page.getByRole('checkbox', { name: 'Select @first' }).click()
  await page.getByRole('checkbox', { name: 'Select @second' }).click()
  await expect(remove).toHaveText('Delete (2)')
  await press(remove)
  await press(question.getByRole('button', { name: 'Delete 2 accounts' }))
  await expect(page.getByRole('article')).toHaveCount(1)

  await press(page.getByRole('button', { name: 'Select', exact: true }))
  await press(page.getByRole('button', { name: 'Select All', exact: true }))
  await press(remove)
  await press(
    page
      .getByRole('dialog', { name: 'Delete this account?' })
      .getByRole('button', { name: 'Delete account' }),
  )
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('No accounts yet')).toBeVisible()
})

test('a group without accounts has nothing to scrape', async ({ page, group, signIn, watch }) => {
  watch.allow(/status of 400/)
  await signIn(page)
  await page.goto(`/instagram?group=${group.id}`)
  await press(page.getByRole('button', { name: 'Scrape All' }))
  await expect(page.getByText('No accounts to scrape')).toBeVisible()
})

test('a member manages the accounts of their group, unless the group reserves this to its admins', async ({
  page,
  api,
  group,
  signInAs,
}) => {
  await api.post('/api/instagram/accounts', { username: 'ours', group_id: group.id })
  await signInAs(page, await memberOf(api, group.id))
  await page.goto('/instagram')
  await expect(card(page, 'ours')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to the client groups' })).toHaveCount(0)
  const dialog = await openDialog(page)
  await expect(dialog.getByLabel('Instagram username')).toBeFocused()
  await page.keyboard.type('by.member')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'by.member')).toBeVisible()

  await api.patch(`/api/groups/${group.id}`, { members_manage_accounts: false })
  await page.reload()
  await expect(card(page, 'ours')).toBeVisible()
  for (const name of ['Add Account', 'Scrape All', 'Select', 'Scrape new posts of @ours', 'Delete @ours'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)

  await signInAs(page, await memberOf(api, group.id, true))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add Account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete @ours' })).toBeVisible()
})

async function accountsOf(api: { get: <Body>(path: string) => Promise<Body> }, group: Group) {
  const path = `/api/tiktok/accounts?group_id=${group.id}`
  return (await api.get<{ accounts: { id: number }[] }>(path)).accounts
}
