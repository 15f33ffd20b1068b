import { Api } from '../support/api.ts'
import { ADDRESS, ADMIN, address } from '../support/environment.ts'
import { examine, examineAllVariants, VARIANTS } from '../support/examine.ts'
import { press } from '../support/keyboard.ts'
import { test } from '../support/members.ts'
import { expect } from '../support/test.ts'

test.beforeEach(async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
})

test('a reset password is shown once and copied', async ({ page, makeGroup, makeMember }) => {
  const group = await makeGroup('Forgetful')
  const { password: old } = await makeMember(group.id, 'forgot.it')
  await page.goto(`/admin?group=${group.id}`)
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
  await press(page.getByRole('button', { name: 'Platform settings' }))
  const dialog = page.getByRole('dialog', { name: 'Platform settings' })
  await expect(dialog.getByRole('radio', { name: "All groups' content" })).toBeChecked()
  await expect(dialog.getByText('Flat fee: 1.00 per post')).toBeVisible()
  await expect(dialog.getByLabel('Cost model').getByRole('option')).toHaveText([
    'Flat fee per post',
    'Rate per 1,000 views',
    'Base fee + rate per 1,000 views',
    'No cost',
  ])
  await dialog.getByRole('radio', { name: "Only the user's own group's content" }).check()
  await dialog.getByLabel('Fee per post').fill('-1')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText('Enter a number from 0 to')).toBeVisible()
  await dialog.getByLabel('Fee per post').fill('2')
  const months = dialog.getByLabel('Keep detailed history for (months)')
  await expect(months).toHaveValue('')
  await months.fill('121')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText('Enter a whole number from 1 to 120, or leave it blank')).toBeVisible()
  await examineAllVariants(page, 'admin-settings')
  await months.fill('24')
  const items = dialog.getByLabel('Posts to import per new account')
  await expect(items).toHaveValue('1000')
  await items.fill('250')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Settings updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await api.get('/api/admin/settings')).toEqual({
    ...settings,
    content_visibility: 'group',
    cost: { model: 'flat', cost: 2 },
    backfill_items: 250,
    history_months: 24,
    removed_items_days: null,
  })
  await api.put('/api/admin/settings', before)
})

test('the audit log shows who did what, and the URL contains its filters', async ({
  page,
  api,
  makeGroup,
  makeMember,
}) => {
  const group = await makeGroup('On Record')
  await makeMember(group.id, 'recorded')
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

for (const [variant, { colorScheme, viewport }] of Object.entries(VARIANTS)) {
  test.describe(variant, () => {
    test.use({ colorScheme, viewport })

    test('Admin Dashboard', async ({ page }) => {
      await page.goto('/admin')
      await expect(page.getByRole('region', { name: 'Users' }).getByText('Administrator')).toBeVisible()
      await examine(page, `admin-${variant}`)
      await Api.signIn(address(ADDRESS), ADMIN)
      await page.goto('/admin?tab=audit')
      // The first match is an option of the filter.
      await expect(page.getByText('Signed in').nth(1)).toBeVisible()
      await examine(page, `admin-audit-${variant}`)
    })
  })
}
