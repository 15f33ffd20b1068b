import type { Locator, Page } from '@playwright/test'
import { closePage } from '../support/screens/closePage.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { test } from '../support/data/groups.ts'
import { idsOf } from '../support/data/ids.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'
import { unique } from '../support/data/names.ts'

const SCREEN = '/admin/groups'

test.beforeEach(({ page, signIn }) => signIn(page))

test('a group is created, deactivated, activated and deleted by keyboard only', async ({
  page,
  api,
  watch,
}) => {
  // The page may be reading the group while it is deleted.
  watch.allow(/status of 404/)
  const name = unique('Keyboard Club')
  await page.goto(SCREEN)
  await expect(page.getByRole('heading', { name: 'Group Management' })).toBeVisible()
  await press(page.getByRole('button', { name: 'Create Group' }))
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Max Instagram accounts')).toHaveValue('10')
  await expect(dialog.getByLabel('Max TikTok accounts')).toHaveValue('10')
  await expect(dialog.getByLabel('Max single TikTok videos')).toHaveValue('100')
  await press(dialog.getByRole('button', { name: 'Create Group' }))
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').press(name.charAt(0))
  await page.keyboard.type(name.slice(1))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Group created successfully')).toBeVisible()

  const row = groupRow(page, name)
  await expect(row).toContainText('Instagram0 / 10')
  await expect(row).toContainText('TikTok0 / 10')
  await expect(row).toContainText('0 users')
  await expect(details(page).getByRole('heading', { name })).toBeVisible()

  await press(page.getByRole('button', { name: `Deactivate ${name}` }))
  await expect(page.getByText(`Group status updated: ${name} deactivated`)).toBeVisible()
  await expect(row).toContainText('Inactive')
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText(`Group status updated: ${name} activated`)).toBeVisible()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()

  await press(page.getByRole('button', { name: `Delete ${name}` }))
  const question = page.getByRole('dialog', { name: `Delete the group ${name}?` })
  await expect(question).toContainText('All associated data is deleted')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await press(page.getByRole('button', { name: `Delete ${name}` }))
  await press(question.getByRole('button', { name: 'Delete group' }))
  await expect(page.getByText('Group deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page).toHaveURL(SCREEN)
  const deleted = page.getByRole('status').filter({ hasText: 'Group deleted successfully' })
  await press(deleted.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('Restored', { exact: true })).toBeVisible()
  await press(page.getByRole('button', { name: `Delete ${name}` }))
  await press(question.getByRole('button', { name: 'Delete group' }))
  await expect(row).toHaveCount(0)
  const { groups } = await api.get<{ groups: { name: string }[] }>('/api/groups')
  expect(groups.map((group) => group.name)).not.toContain(name)
})

test('a group is created with its cost, its interval and its first user, whose name was taken', async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.allow(/status of 409/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = unique('All at Once')
  await page.goto(SCREEN)
  await press(page.getByRole('button', { name: 'Create Group' }))
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('TikTok interval (minutes)').fill('4')
  await dialog.getByLabel('All members can manage accounts').uncheck()
  await dialog.getByLabel('Cost model').selectOption('Rate per 1,000 views')
  await dialog.getByLabel('Rate per 1,000 views').fill('2.5')
  await dialog.getByLabel('Create the first user').check()
  await press(dialog.getByRole('button', { name: 'Create Group' }))
  await expect(dialog.getByText('Enter a whole number from 5 to 1440')).toBeVisible()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await dialog.getByLabel('TikTok interval (minutes)').fill('30')
  await dialog.getByLabel('Username').fill('admin')
  await dialog.getByLabel('Email').fill('first@all-at-once.example')
  await examineAllVariants(page, 'create-group-with-user')
  await press(dialog.getByRole('button', { name: 'Create Group' }))

  // The group was created; what is left to do can be corrected.
  const rest = page.getByRole('dialog', { name: `Edit ${name}` })
  await expect(rest.getByLabel('Username')).toHaveValue('admin')
  await rest.getByLabel('Username').fill('first.of.all')
  await rest.getByLabel('Group admin (can manage group accounts)').check()
  await press(rest.getByRole('button', { name: 'Save' }))
  const created = page.getByRole('dialog', { name: 'User created' })
  await expect(created).toContainText('first.of.all')
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  await press(created.getByRole('button', { name: 'Done' }))

  await expect(details(page).getByRole('heading', { name })).toBeVisible()
  await expect(details(page)).toContainText('2.50 per 1,000 views')
  await expect(details(page)).toContainText('Every 30 minutes')
  await expect(details(page)).toContainText('Group admins only')
  await expect(details(page).getByRole('row').filter({ hasText: 'first.of.all' })).toContainText(
    'Group admin',
  )
  const { groups } = await api.get<{ groups: { id: number; name: string }[] }>('/api/groups')
  const made = groups.filter((group) => group.name === name)
  expect(made).toHaveLength(1)
  await closePage(page)
  for (const { id } of made) await api.delete(`/api/groups/${id}`)
})

test('the open group and its tab are in the URL', async ({ page, api }) => {
  const { group } = await idsOf(api)
  await page.goto(SCREEN)
  await groupRow(page, 'Northwind Media')
    .getByRole('button', { name: 'Northwind Media', exact: true })
    .click()
  await expect(page).toHaveURL(`${SCREEN}?group=${group}`)
  await page.getByRole('tab', { name: 'Instagram' }).click()
  await expect(page).toHaveURL(`${SCREEN}?group=${group}&tab=instagram`)
  const panel = page.getByRole('tabpanel', { name: 'Instagram' })
  for (const label of ['Total views', 'Total likes', 'Total comments', 'Total posts', 'Avg CPM'])
    await expect(panel.getByRole('region', { name: label })).toBeVisible()
  await expect(
    panel.getByRole('region', { name: 'Accounts' }).getByRole('link', { name: '@google', exact: true }),
  ).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Recent posts' }).getByRole('row')).not.toHaveCount(0)

  await page.getByRole('tab', { name: 'TikTok' }).click()
  const videos = page.getByRole('tabpanel', { name: 'TikTok' })
  await expect(videos.getByRole('region', { name: 'Total shares' })).toBeVisible()
  await expect(videos.getByRole('columnheader', { name: 'Shares' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'TikTok' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page).toHaveURL(`${SCREEN}?group=${group}&tab=instagram`)
})

test('a group is changed, and its cost model is explained', async ({ page, makeGroup }) => {
  const { id, name } = await makeGroup('Cost Conscious')
  await page.goto(`${SCREEN}?group=${id}`)
  await expect(details(page)).toContainText('Flat fee of 1.00 per post (default)')
  await press(details(page).getByRole('button', { name: 'Edit group' }))
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Description').fill('Pays by the thousand')
  await dialog.getByLabel('Max TikTok accounts').fill('25')
  await dialog.getByLabel('Max single TikTok videos').fill('7')
  await dialog.getByLabel('All members can manage accounts').uncheck()

  const model = dialog.getByLabel('Cost model')
  await model.selectOption('No cost')
  await expect(dialog.getByText('No rate set, so CPM is unknown')).toBeVisible()
  await model.selectOption('Flat fee per post')
  await expect(dialog.getByLabel('Fee per post')).toHaveValue('1')
  await model.selectOption('Base fee + rate per 1,000 views')
  await expect(dialog.getByLabel('Base fee per post')).toBeVisible()
  await model.selectOption('Rate per 1,000 views')
  await dialog.getByLabel('Rate per 1,000 views').fill('2.5')
  await dialog.getByLabel('Maximum per post').fill('100')
  await expect(dialog.getByText('2.50 per 1,000 views, max 100.00 per post')).toBeVisible()
  const examples = dialog.getByRole('table', { name: 'Examples' })
  await expect(examples.getByRole('row', { name: '10,000 views' })).toHaveText('10,000 views25.002.5000')
  await expect(examples.getByRole('row', { name: '1,000,000 views' })).toHaveText(
    '1,000,000 views100.000.1000',
  )

  await dialog.getByLabel('Instagram interval (minutes)').fill('4')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText('Enter a whole number from 5 to 1440')).toBeVisible()
  await expect(dialog.getByLabel('Instagram interval (minutes)')).toBeFocused()
  await dialog.getByLabel('Instagram interval (minutes)').fill('90')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Group updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(details(page)).toContainText('Pays by the thousand')
  await expect(details(page)).toContainText('2.50 per 1,000 views, max 100.00 per post')
  await expect(details(page)).toContainText('Group admins only')
  await expect(details(page)).toContainText('Every 90 minutes')
  await expect(groupRow(page, name)).toContainText('TikTok0 / 25')
  await expect(details(page)).toContainText('Single videos0 / 7')

  // Reset to the platform's default.
  await press(details(page).getByRole('button', { name: 'Edit group' }))
  await model.selectOption('Platform default')
  await dialog.getByLabel('Instagram interval (minutes)').fill('')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(details(page)).toContainText('Flat fee of 1.00 per post (default)')
  await expect(details(page).getByText(/Every \d+ minutes \(default\)/)).toHaveCount(2)
})

test('scraping intervals are whole minutes from 5 to 1440', async ({ page, api, makeGroup }) => {
  const { id } = await makeGroup('On Schedule')
  await page.goto(`${SCREEN}?group=${id}`)
  await expect(details(page)).toContainText('Every 60 minutes (default)')
  await press(page.getByRole('button', { name: 'Scraping Intervals' }))
  const dialog = page.getByRole('dialog', { name: 'Scraping Intervals' })
  const instagram = dialog.getByLabel('Instagram (minutes)')
  const tiktok = dialog.getByLabel('TikTok (minutes)')
  await expect(instagram).toBeFocused()
  await expect(instagram).toHaveValue('60')
  await expect(tiktok).toHaveValue('15')
  for (const minutes of ['4', '1441', '']) {
    await tiktok.fill(minutes)
    await press(dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog.getByText('Enter a whole number from 5 to 1440')).toBeVisible()
  }
  await instagram.fill('1440')
  await tiktok.fill('5')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Intervals updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await api.get('/api/scraping/intervals')).toEqual({ instagram: 1440, tiktok: 5 })
  await expect(details(page)).toContainText('Every 1440 minutes (default)')

  await press(page.getByRole('button', { name: 'Scraping Intervals' }))
  await expect(instagram).toHaveValue('1440')
  await instagram.fill('60')
  await tiktok.fill('15')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await api.get('/api/scraping/intervals')).toEqual({ instagram: 60, tiktok: 15 })
})

function groupRow(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Client groups' }).getByRole('listitem').filter({ hasText: name })
}

function details(page: Page): Locator {
  return page.getByRole('region', { name: 'Group details' })
}
