import type { Page } from '@playwright/test'
import { idsOf } from '../support/data/ids.ts'
import { press } from '../support/screens/keyboard.ts'
import { shown } from '../support/data/expectedNumbers.ts'
import { test } from '../support/data/groups.ts'
import { createMember } from '../support/data/members.ts'
import { withFault } from '../support/programs/simulator.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
import { expect } from '../support/test.ts'

type Overview = {
  users: { total: number; active: number }
  accounts: { instagram: number; tiktok: number }
  content: { instagram_posts: number; recent_instagram: number }
  engagement: { instagram: { views: number }; tiktok: { views: number; shares: number } }
}

const SCRAPED_WITHIN = 120_000

test.beforeEach(({ page, signIn }) => signIn(page))

test('the admin dashboard shows the numbers of the platform and of one group', async ({
  page,
  api,
  makeGroup,
}) => {
  const empty = await makeGroup('Nothing Yet')
  const overview = () => api.get<Overview>('/api/admin/stats/overview')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const instagram = page.getByRole('region', { name: 'Instagram totals' })
  await expectEventually(async () => {
    const all = await overview()
    await page.reload()
    await expectTile(page, 'Total users', all.users.total)
    await expectTile(page, 'Active users', all.users.active)
    await expectTile(page, 'Instagram accounts', all.accounts.instagram)
    await expectTile(page, 'TikTok accounts', all.accounts.tiktok)
    await expect(instagram).toContainText(`Views${shown(all.engagement.instagram.views)}`)
    await expect(instagram).toContainText(`Total posts${shown(all.content.instagram_posts)}`)
    await expect(instagram).toContainText(`Recent (24h)${shown(all.content.recent_instagram)}`)
    await expect(page.getByRole('region', { name: 'TikTok totals' })).toContainText(
      `Shares${shown(all.engagement.tiktok.shares)}`,
    )
  })

  const filter = page.getByRole('combobox', { name: 'Client group' })
  await expect(filter).toHaveValue('')
  await expect(filter.getByRole('option').first()).toHaveText('All Groups')
  await filter.selectOption('Nothing Yet')
  await expect(page).toHaveURL(`/admin?group=${empty.id}`)
  await expectTile(page, 'Instagram accounts', 0)
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page).toHaveURL(`/admin?tab=users&group=${empty.id}`)
  await expect(page.getByText('No users in this group yet')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expectTile(page, 'Instagram accounts', (await overview()).accounts.instagram)
})

test('the period is kept in the other tabs, whose filters have days of their own', async ({ page }) => {
  const days = 'period=custom&from=2026-01-01&to=2026-01-07'
  await page.goto(`/admin?${days}`)
  await expect(page.getByLabel('First day')).toHaveValue('2026-01-01')
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(`/admin?tab=audit&${days}`)
  await expect(page.getByLabel('Day from')).toHaveValue('')
  await page.getByLabel('Day to').fill('2020-01-01')
  await expect(page).toHaveURL(`/admin?tab=audit&${days}&until=2020-01-01`)
  await expect(page.getByText('No entry matches')).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(`/admin?${days}`)
  await expect(page.getByLabel('First day')).toHaveValue('2026-01-01')
  await expect(page.getByLabel('Last day')).toHaveValue('2026-01-07')
})

test('scraping a platform for the selected group shows its progress', async ({ page, api }) => {
  const { group } = await idsOf(api)
  await page.goto('/admin')
  const status = page.getByRole('region', { name: 'Scraping status' })
  await expect(status.getByText('Select a group to start a scrape')).toBeVisible()
  await expect(status.getByRole('listitem', { name: 'Instagram' })).toContainText(
    /Pending\d+ Running\d+ Recent \(24h\)\d+ Failing\d+/,
  )
  await page.getByRole('combobox', { name: 'Client group' }).selectOption(String(group))
  const row = status.getByRole('listitem', { name: 'TikTok' })
  // Long enough to be visible, also on a busy machine.
  await withFault({ fault: 'slow', username: 'dylanlemay', delay_ms: 20_000 }, async () => {
    await press(row.getByRole('button', { name: 'Scrape TikTok' }))
    await expect(row.getByRole('region', { name: 'Scrape in progress' })).toContainText(
      'Updating 1 of 1 account…',
    )
  })
  await expect(page.getByText(/^TikTok: 1 account updated: /)).toBeVisible({ timeout: SCRAPED_WITHIN })
  await expect(row.getByRole('region', { name: 'Scrape in progress' })).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Scrape TikTok' })).toBeEnabled()
})

test('a user is deactivated and activated', async ({ page, api, makeGroup }) => {
  const group = await makeGroup('Switchboard')
  await createMember(api, group.id, 'switch.me')
  await page.goto(`/admin?tab=users&group=${group.id}`)
  const row = page.getByRole('row').filter({ hasText: 'Member switch.me' })
  await expect(row.getByRole('cell')).toContainText([
    'Switchboard',
    'switch.me@example.com',
    'Active',
    /\w{3} \d+, \d{1,2}:\d\d [AP]M/,
    '',
  ])
  await press(row.getByRole('button', { name: 'Deactivate switch.me' }))
  await expect(page.getByText('User deactivated successfully')).toBeVisible()
  await expect(row).toContainText('Inactive')
  await press(row.getByRole('button', { name: 'Activate switch.me' }))
  await expect(page.getByText('User activated successfully')).toBeVisible()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
})

test("a user's name, email and role are edited, and the username is shown", async ({
  page,
  api,
  makeGroup,
}) => {
  const group = await makeGroup('Editors')
  await createMember(api, group.id, 'edit.me')
  await page.goto(`/admin?tab=users&group=${group.id}`)
  const row = page.getByRole('row').filter({ hasText: 'edit.me' })
  await expect(row.getByRole('cell')).toContainText([
    /^Member edit\.me\s*edit\.me$/,
    'Editors',
    'Member',
    'Never',
  ])
  await press(page.getByRole('button', { name: 'Edit edit.me' }))
  const dialog = page.getByRole('dialog', { name: 'Edit edit.me' })
  await expect(dialog.getByLabel('Full name')).toBeFocused()
  await dialog.getByLabel('Full name').fill('Edith Me')
  await dialog.getByLabel('Email').fill('no address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('An email address is required')).toBeVisible()
  await dialog.getByLabel('Email').fill('edith@example.com')
  await dialog.getByLabel('Group admin (can manage group accounts)').press('Space')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated')).toBeVisible()
  await expect(row.getByRole('cell')).toContainText([
    /^Edith Me\s*edit\.me$/,
    'Group admin',
    'edith@example.com',
  ])
  const { users } = await api.get<{ users: object[] }>(`/api/admin/users?group_id=${group.id}`)
  expect(users).toEqual([
    expect.objectContaining({ full_name: 'Edith Me', email: 'edith@example.com', is_group_admin: true }),
  ])
})

test('admins can be edited, but neither be deactivated nor deleted', async ({ page }) => {
  await page.goto('/admin?tab=users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Administrator')
  const row = page.getByRole('row').filter({ hasText: 'Administrator' })
  await expect(row).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(1)
  await expect(row.getByRole('button', { name: 'Edit admin' })).toBeVisible()
})

test('a long list of users becomes cards when the window gets narrow', async ({ page }) => {
  // Each button of a row follows the width: together, they are more than React renders one after another.
  await page.route('**/api/admin/users', async (route) => {
    const response = await route.fetch()
    const { users } = (await response.json()) as { users: object[] }
    const member = (id: number) => ({ ...users[0], id, username: `member-${id}`, is_admin: false })
    await route.fulfill({ json: { users: Array.from({ length: 60 }, (_, n) => member(10_000 + n)) } })
  })
  await page.goto('/admin?tab=users')
  const remove = page.getByRole('button', { name: 'Delete member-10059' })
  await expect(remove).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(remove).toHaveText('Delete')
})

test('deleting a user requires two confirmations, by keyboard only', async ({ page, api, makeGroup }) => {
  const group = await makeGroup('Farewell')
  await createMember(api, group.id, 'gone.soon')
  await page.goto(`/admin?tab=users&group=${group.id}`)
  const remove = page.getByRole('button', { name: 'Delete gone.soon' })
  const first = page.getByRole('dialog', { name: 'Delete the user gone.soon?' })
  const second = page.getByRole('dialog', { name: 'Are you sure? This cannot be undone!' })
  const warning =
    'The user, all Instagram and TikTok accounts, posts, videos and data are removed permanently. ' +
    'This applies only to what gone.soon added. Everything else is kept.'

  await press(remove)
  await expect(first).toContainText(warning)
  await expect(first.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(first.getByRole('button', { name: 'Delete user' }))
  await expect(second).toContainText(warning)
  await expect(second.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(second).toBeHidden()
  await expect(remove).toBeVisible()

  await press(remove)
  await press(first.getByRole('button', { name: 'Delete user' }))
  await press(second.getByRole('button', { name: 'Delete permanently' }))
  await expect(page.getByText('User and all associated data deleted successfully')).toBeVisible()
  await expect(page.getByText('No users in this group yet')).toBeVisible()
})

async function expectTile(page: Page, name: string, value: number): Promise<void> {
  await expect(page.getByRole('region', { name, exact: true })).toHaveText(
    `${name}${value.toLocaleString('en-US')}`,
  )
}
