import { Api } from '../support/data/api.ts'
import { ADDRESS, ADMIN, address } from '../support/programs/environment.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { test } from '../support/data/groups.ts'
import { createMember } from '../support/data/members.ts'
import { expect } from '../support/test.ts'

test.beforeEach(async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
})

test('a reset password is shown once and copied', async ({ page, api, makeGroup }) => {
  const group = await makeGroup('Forgetful')
  const { password: old } = await createMember(api, group.id, 'forgot.it')
  await page.goto(`/admin?tab=users&group=${group.id}`)
  await press(page.getByRole('button', { name: 'Reset the password of forgot.it' }))
  const question = page.getByRole('dialog', { name: 'Reset the password of forgot.it?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(question.getByRole('button', { name: 'Reset password' }))
  const result = page.getByRole('dialog', { name: 'Password reset' })
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  const password = await page.evaluate(() => navigator.clipboard.readText())
  expect(password).not.toBe(old)
  await expect(result.getByText(password, { exact: true })).toBeVisible()
  await press(result.getByRole('button', { name: 'Done' }))
  await expect(page.getByText(password)).toHaveCount(0)
  await Api.signIn(address(ADDRESS), { username: 'forgot.it', password })
})

test('platform settings apply to every group without its own', async ({ page, api }) => {
  const settings = await api.get<{ days_pending: number }>('/api/admin/settings')
  const { days_pending: _, ...before } = settings
  await page.goto('/admin')
  await press(page.getByRole('tab', { name: 'Settings' }))
  await expect(page).toHaveURL('/admin?tab=settings')
  const form = page.getByRole('tabpanel', { name: 'Settings' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(form.getByRole('radio', { name: "All groups' content" })).toBeChecked()
  await expect(form.getByText('Flat fee of 1.00 per post')).toBeVisible()
  await expect(form.getByLabel('Cost model').getByRole('option')).toHaveText([
    'Flat fee per post',
    'Rate per 1,000 views',
    'Base fee + rate per 1,000 views',
    'No cost',
  ])
  await form.getByRole('radio', { name: "Only the user's own group's content" }).check()
  await form.getByLabel('Fee per post').fill('-1')
  await press(save)
  await expect(form.getByText('Enter a number from 0 to')).toBeVisible()
  await expect(form.getByLabel('Fee per post')).toBeFocused()
  await form.getByLabel('Fee per post').fill('2')
  const months = form.getByLabel('Keep detailed history for (months)')
  await expect(months).toHaveValue('')
  await months.fill('121')
  const instagram = form.getByLabel('Instagram (minutes)')
  await instagram.fill('4')
  await press(save)
  await expect(form.getByText('Enter a whole number from 1 to 120, or leave it blank')).toBeVisible()
  await expect(form.getByText('Enter a whole number from 5 to 1440')).toBeVisible()
  await months.fill('24')
  await instagram.fill('90')
  const items = form.getByLabel('Posts to import per new account')
  await expect(items).toHaveValue('1000')
  await items.fill('250')
  await press(save)
  await expect(page.getByText('Settings updated')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  expect(await api.get('/api/admin/settings')).toEqual({
    ...settings,
    content_visibility: 'group',
    cost: { model: 'flat', cost: 2 },
    backfill_items: 250,
    history_months: 24,
    removed_items_days: null,
  })
  expect(await api.get('/api/scraping/intervals')).toEqual({ instagram: 90, tiktok: 15 })
  await api.put('/api/admin/settings', before)
  await api.put('/api/scraping/intervals', { instagram: 60, tiktok: 15 })
})

test('changed settings are kept when the tab changes, discarded on request, and show what another admin saved', async ({
  page,
  api,
}) => {
  await page.goto('/admin?tab=settings')
  const tiktok = page.getByLabel('TikTok (minutes)')
  await expect(tiktok).toHaveValue('15')
  await api.put('/api/scraping/intervals', { instagram: 60, tiktok: 30 })
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(tiktok).toHaveValue('30')
  await tiktok.fill('20')
  await page.getByRole('tab', { name: 'Runs' }).click()
  await api.put('/api/scraping/intervals', { instagram: 90, tiktok: 30 })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Instagram (minutes)')).toHaveValue('90')
  await expect(tiktok).toHaveValue('20')
  await tiktok.fill('30')
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  await tiktok.fill('20')
  await press(page.getByRole('button', { name: 'Discard changes' }))
  await expect(tiktok).toHaveValue('30')
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(tiktok).toHaveValue('30')
  await api.put('/api/scraping/intervals', { instagram: 60, tiktok: 15 })
})

test('the audit log shows who did what, and the URL contains its filters', async ({
  page,
  api,
  makeGroup,
}) => {
  const group = await makeGroup('On Record')
  await createMember(api, group.id, 'recorded')
  await page.goto(`/admin?group=${group.id}`)
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(`/admin?tab=audit&group=${group.id}`)
  const rows = page.getByRole('tabpanel').getByRole('row')
  await expect(rows.nth(1)).toContainText('adminCreated a userOn Record')
  await expect(rows.nth(2)).toContainText('adminCreated a groupOn Record')
  await expect(rows.nth(1)).toContainText('recorded · Member')
  await expect(rows.nth(1)).toContainText('127.0.0.1')

  await page.getByRole('combobox', { name: 'Action' }).selectOption('Created a group')
  await expect(page).toHaveURL(/action=group\.create/)
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Username' }).fill('somebody else')
  await expect(page.getByText('No entry matches')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No entry matches')).toBeVisible()

  await api.delete(`/api/groups/${group.id}`)
  await page.goto(`/admin?tab=audit&group=${group.id}`)
  await expect(rows.nth(1)).toContainText(
    /, \d{4}, \d+:\d\d:\d\d [AP]MadminDeleted a groupOn Record \(deleted\)/,
  )
})

test('Admin Dashboard', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Scraping status' })).toBeVisible()
  await examineAllVariants(page, 'admin')
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('region', { name: 'Users' }).getByText('Administrator')).toBeVisible()
  await examineAllVariants(page, 'admin-users')
  await page.goto('/admin?tab=settings')
  await expect(page.getByRole('radio', { name: "All groups' content" })).toBeVisible()
  await examineAllVariants(page, 'admin-settings')
  await page.goto('/admin?tab=data-protection')
  await expect(page.getByRole('region', { name: 'Erased accounts' })).toBeVisible()
  await examineAllVariants(page, 'admin-data-protection')
  await Api.signIn(address(ADDRESS), ADMIN)
  await page.goto('/admin?tab=audit')
  // The first match is an option of the filter.
  await expect(page.getByText('Signed in').nth(1)).toBeVisible()
  await examineAllVariants(page, 'admin-audit')
})
