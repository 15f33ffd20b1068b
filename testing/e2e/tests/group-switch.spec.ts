import type { Page } from '@playwright/test'
import { test } from '../support/data/groups.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { expect } from '../support/test.ts'

const groupSelect = (page: Page) => page.getByRole('combobox', { name: 'Client group' })

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function open(page: Page, name: string): Promise<void> {
  await linkTo(page, name).click()
}

test.beforeEach(({ page, signIn }) => signIn(page))

test('the selected group is kept from screen to screen', async ({ page, makeGroup }) => {
  const { id, name } = await makeGroup('Carried Along')
  await page.goto('/')
  await groupSelect(page).selectOption(name)
  await expect(page).toHaveURL(`/?group=${id}`)
  for (const [link, path] of [
    ['Instagram', '/instagram'],
    ['TikTok', '/tiktok'],
    ['View All Data', '/all-data'],
    ['Admin', '/admin'],
  ] as const) {
    // The address changes before the screen and its links are rendered.
    const address = `${path}?group=${id}`
    await expect(linkTo(page, link)).toHaveAttribute('href', address)
    await open(page, link)
    await expect(page).toHaveURL(address)
    await expect(groupSelect(page)).toHaveValue(String(id))
  }

  // A screen of all groups does not change the selection.
  await open(page, 'Sessions')
  await expect(page).toHaveURL('/admin/sessions')
  await open(page, 'Groups')
  await expect(page).toHaveURL(`/admin/groups?group=${id}`)
  await expect(
    page.getByRole('region', { name: 'Group details' }).getByRole('heading', { name }),
  ).toBeVisible()

  await page.goto('/statement')
  await groupSelect(page).selectOption(name)
  await open(page, 'Groups')
  await expect(page).toHaveURL(`/admin/groups?group=${id}`)

  // The link of the current screen leads to all groups, which then stay selected.
  await open(page, 'Groups')
  await expect(page).toHaveURL('/admin/groups')
  await open(page, 'Dashboard')
  await expect(page).toHaveURL('/')
  await expect(groupSelect(page)).toHaveValue('')
})

test('another group, or all of them, are selected beside the accounts of a group', async ({
  page,
  makeGroup,
}) => {
  const first = await makeGroup('Switched From')
  const second = await makeGroup('Switched To')
  await page.goto(`/tiktok?group=${first.id}`)
  await expect(groupSelect(page)).toHaveValue(String(first.id))
  await groupSelect(page).selectOption(second.name)
  await expect(page).toHaveURL(`/tiktok?group=${second.id}`)
  await expect(page.getByText('No accounts yet')).toBeVisible()
  await page.goBack()
  await expect(groupSelect(page)).toHaveValue(String(first.id))
  await groupSelect(page).selectOption('All Groups')
  await expect(page).toHaveURL('/tiktok')
  await expect(page.getByRole('button', { name: first.name })).toBeVisible()
})

test('the totals of the group before are marked as busy while those of the selected one load', async ({
  page,
  makeGroup,
}) => {
  const { id, name } = await makeGroup('Still Loading')
  await page.goto('/')
  const totals = page.getByRole('region', { name: 'TikTok totals' })
  const marked = (busy: boolean) => page.locator(`[aria-busy="${busy}"]`).filter({ has: totals })
  await expect(marked(false)).toHaveCount(1)
  const release = await holdRequest(page, 'GET', `**/api/dashboard/stats?group_id=${id}`)
  await groupSelect(page).selectOption(name)
  await expect(marked(true)).toHaveCount(1)
  release()
  await expect(marked(false)).toHaveCount(1)
  await expect(totals.getByText('Accounts tracked').locator('..')).toContainText('0')
})

test('a group that does not exist is shown as such', async ({ page, watch }) => {
  watch.allow(/status of 404/)
  await page.goto('/admin?group=999999')
  await expect(groupSelect(page)).toHaveValue('999999')
  await expect(groupSelect(page).getByRole('option', { selected: true })).toHaveText('Group 999999')
})
