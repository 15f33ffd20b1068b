import type { Page } from '@playwright/test'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { test as base } from '../support/data/groups.ts'
import { expect } from '../support/test.ts'

const SIZE = 25
/** Names in alphabetical order, more than fit on a page. */
const NAMES = Array.from({ length: SIZE + 5 }, (_, index) => `paged.clip.${String(index + 10)}`)

/** A group whose accounts need two pages. */
const test = base.extend<{ group: { id: number } }>({
  group: async ({ api, makeGroup }, use, { testId }) => {
    const group = await makeGroup(`Pages ${testId.slice(-12)}`)
    await api.patch(`/api/groups/${group.id}`, { max_tiktok_accounts: 100 })
    const accounts = NAMES.map((username) => ({ username }))
    await api.post('/api/tiktok/accounts/bulk', { accounts, group_id: group.id })
    await use(group)
  },
})

/** The rows of the accounts, without that of the titles. */
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search accounts' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the server pages, sorts and searches many accounts', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  await expect(rows(page)).toHaveCount(SIZE)
  await expect(page.getByText(`Showing 1 - ${SIZE} of ${NAMES.length}`)).toBeVisible()
  await expect(page.getByText(`${NAMES.length} of 100 accounts used`)).toBeVisible()
  // The table scrolls, not the page.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeInViewport({ ratio: 1 })

  const account = page.getByRole('columnheader', { name: 'Account' })
  await press(account.getByRole('button'))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}&sort=name`)
  await expect(account).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText(`@${NAMES.at(-1)}`)
  await press(button(page, 'Page 2'))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}&sort=name&page=2`)
  await expect(rows(page)).toHaveCount(NAMES.length - SIZE)
  await expect(rows(page).last()).toContainText(`@${NAMES[0]}`)
  await page.reload()
  await expect(rows(page).last()).toContainText(`@${NAMES[0]}`)

  // Another order, and a search, begin with the first page.
  await press(account.getByRole('button'))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}&sort=name&order=asc`)
  await expect(rows(page).first()).toContainText(`@${NAMES[0]}`)
  await press(button(page, 'Page 2'))
  await search(page).fill(`@${NAMES[0]}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`@${NAMES[0]}`)
  await search(page).fill('nobody')
  await expect(page.getByText('No accounts with this name')).toBeVisible()
  await press(button(page, 'Show all accounts'))
  await expect(rows(page)).toHaveCount(SIZE)
})

test('a search with few results keeps the table of a large group', async ({ page, group, signIn }) => {
  await signIn(page)
  const answer = await holdRequest(page, 'GET', `**/api/groups/${group.id}?*`)
  const found = page.waitForResponse('**/api/tiktok/accounts?*')
  await page.goto(`/tiktok?group=${group.id}&q=${NAMES[0]}`)
  await (await found).finished()
  // Until the size of the group is known, neither cards nor a table.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  answer()
  await expect(rows(page)).toHaveCount(1)
})

test('a page after the last one leads to the last one', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}&page=9`)
  await expect(page).toHaveURL(`/tiktok?group=${group.id}&page=2`)
  await expect(rows(page)).toHaveCount(NAMES.length - SIZE)
})

test('a selection contains accounts of several pages', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}&sort=name&order=asc`)
  const select = (name: string | undefined) => page.getByRole('checkbox', { name: `Select @${name}` })
  await select(NAMES[0]).click()
  await press(button(page, 'Page 2'))
  await select(NAMES.at(-1)).click()
  await expect(button(page, 'Delete (2)')).toBeVisible()
  await expect(page.getByText(`2 selected, 1 not shown: @${NAMES[0]}`)).toBeVisible()
  await search(page).fill('nobody')
  await expect(page.getByText(`2 selected, 2 not shown: @${NAMES[0]} and @${NAMES.at(-1)}`)).toBeVisible()
  await search(page).fill('')
  await press(button(page, 'Page 1'))
  await expect(select(NAMES[0])).toBeChecked()
  await press(button(page, 'Select All'))
  await press(button(page, `Delete (${NAMES.length})`))
  const question = page.getByRole('dialog', { name: `Delete ${NAMES.length} accounts?` })
  await expect(question.getByRole('group', { name: 'Accounts to delete' })).toHaveText(
    NAMES.map((name) => `@${name}`).join(', '),
  )
  await press(question.getByRole('button', { name: 'Cancel' }))
  await press(button(page, 'Deselect All'))
  await expect(button(page, 'Delete (0)')).toBeDisabled()
})

test('the page of a group lists its first accounts, and leads to all', async ({ page, group, signIn }) => {
  await signIn(page)
  await page.goto(`/admin/groups?group=${group.id}&tab=tiktok`)
  const accounts = page.getByRole('region', { name: 'Accounts', exact: true })
  await expect(accounts.getByRole('row')).toHaveCount(SIZE + 1)
  await press(page.getByRole('link', { name: `All ${NAMES.length} accounts` }))
  await expect(page).toHaveURL(`/tiktok?group=${group.id}`)
})

test('a search keeps the table of a viewer, who cannot read how many accounts the group has', async ({
  page,
  api,
  group,
}) => {
  const link = { group_id: group.id, name: 'Ann at Example Ltd' }
  const { token } = await api.post<{ token: string }>('/api/share-links', link)
  await page.goto(`/share#${token}`)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.goto('/tiktok')
  await expect(rows(page)).toHaveCount(SIZE)
  await search(page).fill('clip.10')
  await expect(rows(page)).toHaveCount(1)
})
