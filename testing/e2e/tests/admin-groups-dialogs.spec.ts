import type { Locator, Page } from '@playwright/test'
import { test } from '../support/data/groups.ts'
import { unique } from '../support/data/names.ts'
import { closePage } from '../support/screens/closePage.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

const SCREEN = '/admin/groups'

test.beforeEach(({ page, signIn }) => signIn(page))

test('a group without its first user is left, and the next one is another group', async ({
  page,
  api,
  watch,
}) => {
  watch.allow(/status of 409/)
  const [left, next] = [unique('Left Behind'), unique('Another Start')]
  await page.goto(SCREEN)
  await press(page.getByRole('button', { name: 'Create Group' }))
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  await dialog.getByLabel('Name').fill(left)
  await dialog.getByLabel('Create the first user').check()
  await dialog.getByLabel('Username').fill('admin')
  await dialog.getByLabel('Email').fill('first@left-behind.example')
  await press(dialog.getByRole('button', { name: 'Create Group' }))
  const rest = page.getByRole('dialog', { name: `Edit ${left}` })
  await press(rest.getByRole('button', { name: 'Cancel' }))
  await expect(details(page).getByRole('heading', { name: left })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await press(page.getByRole('button', { name: 'Create Group' }))
  await dialog.getByLabel('Name').fill(next)
  await press(dialog.getByRole('button', { name: 'Create Group' }))
  await expect(details(page).getByRole('heading', { name: next })).toBeVisible()
  const { groups } = await api.get<{ groups: { id: number; name: string }[] }>('/api/groups')
  const made = groups.filter(({ name }) => name === left || name === next)
  expect(made).toHaveLength(2)
  await closePage(page)
  for (const { id } of made) await api.delete(`/api/groups/${id}`)
})

test('saving a group keeps what another admin has changed meanwhile', async ({ page, api, makeGroup }) => {
  const { id, name } = await makeGroup(unique('Two Admins'))
  await page.goto(`${SCREEN}?group=${id}`)
  await press(details(page).getByRole('button', { name: 'Edit group' }))
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  await dialog.getByLabel('Description').fill('Described by one')
  await api.patch(`/api/groups/${id}`, { max_tiktok_accounts: 25, tiktok_interval: 30 })
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Group updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(details(page)).toContainText('Described by one')
  expect(await api.get(`/api/groups/${id}`)).toMatchObject({
    description: 'Described by one',
    max_tiktok_accounts: 25,
    tiktok_interval: 30,
  })

  // Nothing is changed.
  await press(details(page).getByRole('button', { name: 'Edit group' }))
  await expect(dialog.getByLabel('Max TikTok accounts')).toHaveValue('25')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
})

test('a change that is saved after its dialog was closed leaves the next dialog open', async ({
  page,
  makeGroup,
}) => {
  const { id, name } = await makeGroup(unique('Slow Save'))
  await page.goto(`${SCREEN}?group=${id}`)
  const edit = details(page).getByRole('button', { name: 'Edit group' })
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  await press(edit)
  await dialog.getByLabel('Description').fill('Saved late')
  const release = await holdRequest(page, 'PATCH', `**/api/groups/${id}`)
  await press(dialog.getByRole('button', { name: 'Save' }))
  await press(dialog.getByRole('button', { name: 'Cancel' }))
  await expect(dialog).toBeHidden()
  await press(edit)
  await dialog.getByLabel('Description').fill('Typed next')
  release()
  await expect(page.getByText('Group updated')).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed next')
})

function details(page: Page): Locator {
  return page.getByRole('region', { name: 'Group details' })
}
