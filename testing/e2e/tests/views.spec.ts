import type { Page } from '@playwright/test'
import { examineAllVariants } from '../support/screens/examine.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { day, DAY_MS } from '../support/data/days.ts'
import { test } from '../support/data/groups.ts'
import { idsOf } from '../support/data/ids.ts'
import { memberOf } from '../support/data/members.ts'
import { expect } from '../support/test.ts'
import { unique } from '../support/data/names.ts'

type Views = { views: { id: number; name: string; query: string; group_id: number | null }[] }

test('a group admin saves, shares, opens, changes and deletes views by keyboard only', async ({
  page,
  api,
  signInAs,
  makeGroup,
}) => {
  const group = await makeGroup(unique('Viewers'))
  const boss = await memberOf(api, group.id, true)
  await signInAs(page, boss)
  await page.goto('/all-data?tab=tiktok&group=all&sort=views')
  await page.getByLabel('Posted in').selectOption('Last week')
  await expect(page).toHaveURL(/from=.*to=/)
  const shown = new URL(page.url()).search

  await press(page.getByRole('button', { name: 'Saved views' }))
  const list = viewList(page)
  await expect(list).toContainText('Save the current tab, search, filters and order under a name.')
  await press(list.getByRole('button', { name: 'Save this view…' }))
  const saving = page.getByRole('dialog', { name: 'Save this view' })
  await expect(saving.getByLabel('Name')).toBeFocused()
  await press(saving.getByRole('button', { name: 'Save' }))
  await expect(saving.getByText('Name is required')).toBeVisible()
  await examineAllVariants(page, 'views-save')
  await saving.getByLabel('Name').fill('Most viewed last week')
  await saving.getByLabel(`Share with ${group.name}`).press('Space')
  await press(saving.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('View saved')).toBeVisible()
  const shownButton = page.getByRole('button', { name: 'View: Most viewed last week' })
  await expect(shownButton).toBeFocused()
  const { views } = await boss.get<Views>('/api/views?page=content')
  expect(views).toMatchObject([
    { query: 'tab=tiktok&group=all&sort=views&posted=last-week', group_id: group.id },
  ])

  // A page of the view is still the view.
  await page.goto(`/all-data${shown}&page=1`)
  await press(shownButton)
  await press(list.getByRole('button', { name: 'Reset' }))
  await expect(page).toHaveURL('/all-data')
  await press(page.getByRole('button', { name: 'Saved views' }))
  await expect(list.getByRole('list', { name: `Shared with ${group.name}` })).toBeVisible()
  await examineAllVariants(page, 'views')
  await press(list.getByRole('button', { name: 'Most viewed last week', exact: true }))
  await expect(page).toHaveURL(sameSearch(shown))
  await expect(page.getByLabel('Posted in').getByRole('option', { selected: true })).toHaveText('Last week')
  await expect(shownButton).toBeVisible()

  await page.goto('/all-data?q=ice')
  await press(page.getByRole('button', { name: 'Saved views' }))
  await press(list.getByRole('button', { name: 'Edit view Most viewed last week' }))
  const editing = page.getByRole('dialog', { name: 'Edit view' })
  await expect(editing.getByLabel('Name')).toHaveValue('Most viewed last week')
  await editing.getByLabel('Name').fill('Ice')
  await editing.getByLabel('Replace with what is shown now').press('Space')
  await press(editing.getByRole('button', { name: 'Save' }))
  const ice = page.getByRole('button', { name: 'View: Ice' })
  await expect(ice).toBeVisible()

  await press(ice)
  await press(list.getByRole('button', { name: 'Delete view Ice' }))
  await expect(page.getByText('View deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saved views' })).toBeFocused()
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('Restored', { exact: true })).toBeVisible()
  await expect(ice).toBeVisible()
  expect((await boss.get<Views>('/api/views')).views).toMatchObject([
    { name: 'Ice', query: 'q=ice', group_id: group.id },
  ])

  await press(ice)
  await press(list.getByRole('button', { name: 'Edit view Ice' }))
  const shared = editing.getByLabel(`Share with ${group.name}`)
  await expect(shared).toBeChecked()
  await shared.press('Space')
  await press(editing.getByRole('button', { name: 'Save' }))
  await expect(editing).toBeHidden()
  await press(ice)
  await expect(list.getByRole('list', { name: 'My views' })).toContainText('Ice')
  expect((await boss.get<Views>('/api/views')).views).toMatchObject([{ name: 'Ice', group_id: null }])
})

test('a member opens shared views and saves own ones, which the group does not see', async ({
  page,
  api,
  watch,
  signInAs,
  makeGroup,
}) => {
  const group = await makeGroup(unique('Viewers'))
  const member = await memberOf(api, group.id)
  await api.post('/api/views', { page: 'content', name: 'Photos', query: 'kind=image', group_id: group.id })
  await signInAs(page, member)
  await page.goto('/all-data?group=all')
  await page.getByRole('button', { name: 'Saved views' }).click()
  const list = viewList(page)
  await expect(list.getByRole('button', { name: 'Photos', exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: /^(Edit|Delete) view/ })).toHaveCount(0)
  await list.getByRole('button', { name: 'Photos', exact: true }).click()
  await expect(page).toHaveURL('/all-data?kind=image')

  await page.getByRole('button', { name: 'View: Photos' }).click()
  await list.getByRole('button', { name: 'Save this view…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save this view' })
  await expect(saving.getByRole('checkbox')).toHaveCount(0)
  await saving.getByLabel('Name').fill('Photos')
  await page.keyboard.press('Enter')
  await expect(page.getByText('View saved')).toBeVisible()

  // The same name again.
  watch.allow(/409 \(Conflict\)/)
  await page.getByRole('button', { name: 'View: Photos' }).click()
  await expect(list.getByRole('list', { name: 'My views' }).getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: 'Save this view…' }).click()
  await saving.getByLabel('Name').fill('photos')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A view with this name already exists')).toBeVisible()
  await expect(saving).toBeVisible()
  const { views } = await api.get<Views>(`/api/views?group_id=${group.id}`)
  expect(views.map(({ name }) => name)).toEqual(['Photos'])
})

test('a view that is shared with a group shows its content to admins', async ({
  page,
  api,
  signIn,
  makeGroup,
}) => {
  const group = await makeGroup(unique('Viewers'))
  await api.post('/api/views', { page: 'content', name: 'Reels', query: 'kind=video', group_id: group.id })
  await signIn(page)
  await openViews(page, `/all-data?group=${group.id}`)
  const list = viewList(page)
  await list.getByRole('button', { name: 'Reels', exact: true }).click()
  await expect(page).toHaveURL(`/all-data?kind=video&group=${group.id}`)
  await expect(page.getByRole('combobox', { name: 'Client group' })).toHaveValue(String(group.id))
})

test('a view keeps the name of its days on a day on which they have two', async ({
  page,
  api,
  signInAs,
  makeGroup,
}) => {
  // On a Sunday, this week and the last 7 days are the same.
  const today = Date.parse(day(0))
  await page.clock.setFixedTime(today - new Date(today).getUTCDay() * DAY_MS)
  const group = await makeGroup(unique('Viewers'))
  const member = await memberOf(api, group.id)
  await signInAs(page, member)
  await page.goto('/all-data')
  const posted = page.getByLabel('Posted in')
  await posted.selectOption('This week')
  await expect(page).toHaveURL(/from=.*&posted=this-week$/)
  await page.reload()
  await expect(posted.getByRole('option', { selected: true })).toHaveText('This week')

  await page.getByRole('button', { name: 'Saved views' }).click()
  await viewList(page).getByRole('button', { name: 'Save this view…' }).click()
  await page.getByRole('dialog', { name: 'Save this view' }).getByLabel('Name').fill('New')
  await page.keyboard.press('Enter')
  await expect(page.getByText('View saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'View: New' })).toBeVisible()
  expect((await member.get<Views>('/api/views')).views).toMatchObject([{ query: 'posted=this-week' }])
})

test('each of two views that are deleted in quick succession can be restored', async ({
  page,
  api,
  signInAs,
  makeGroup,
}) => {
  const group = await makeGroup(unique('Viewers'))
  const member = await memberOf(api, group.id)
  for (const name of ['First', 'Second'])
    await member.post('/api/views', { page: 'content', name, query: `q=${name}` })
  await signInAs(page, member)
  const release = await holdRequest(page, 'DELETE', '**/api/views/*')
  await openViews(page, '/all-data')
  await viewList(page).getByRole('button', { name: 'Delete view First' }).click()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await viewList(page).getByRole('button', { name: 'Delete view Second' }).click()
  release()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toHaveCount(2)
  expect((await member.get<Views>('/api/views')).views).toEqual([])
  for (const left of [1, 0]) {
    await undo.first().click()
    await expect(undo).toHaveCount(left)
  }
  // Not the toasts: on a busy machine, the first one is gone before the second one appears.
  await expect.poll(async () => (await member.get<Views>('/api/views')).views).toHaveLength(2)
})

test('a view of all groups shows the content of the own group if the settings allow no other', async ({
  page,
  api,
  signInAs,
}) => {
  const { group } = await idsOf(api)
  const { days_pending: _, ...before } = await api.get<{ days_pending: number }>('/api/admin/settings')
  await signInAs(page, await memberOf(api, group))
  await page.goto('/all-data?group=all&account=google')
  await expect(page.getByLabel('Totals')).toContainText('All Groups')
  await api.put('/api/admin/settings', { ...before, content_visibility: 'group' })
  try {
    await page.reload()
    await expect(page.getByLabel('Totals')).toContainText('My group')
    await expect(page.getByLabel('Content of')).toHaveCount(0)
  } finally {
    await api.put('/api/admin/settings', before)
  }
})

/** The opened list, which is named after its button. */
const viewList = (page: Page) => page.getByRole('dialog', { name: /^(Saved views|View: .*)$/ })

async function openViews(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Saved views' }).click()
}

/** Matches an address with these parameters in any order. */
function sameSearch(search: string): (url: URL) => boolean {
  return (url) => sorted(url.search) === sorted(search)
}

const sorted = (search: string) => [...new URLSearchParams(search)].map(String).toSorted().join()
