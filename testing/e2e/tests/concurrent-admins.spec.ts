import { test } from '../support/data/groups.ts'
import { createMember } from '../support/data/members.ts'
import { unique, uniqueUsername } from '../support/data/names.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

const SETTINGS = '/api/admin/settings'
const INTERVALS = '/api/scraping/intervals'

test.beforeEach(({ page, signIn }) => signIn(page))

test('saving settings keeps those that another admin has changed since they were shown', async ({
  page,
  api,
}) => {
  const { days_pending: _, ...before } = await api.get<{ days_pending: number }>(SETTINGS)
  await page.goto('/admin?tab=settings')
  const form = page.getByRole('tabpanel', { name: 'Settings' })
  const months = form.getByLabel('Keep detailed history for (months)')
  await expect(months).toHaveValue('')
  await api.put(SETTINGS, { ...before, history_months: 24 })
  await form.getByLabel('Currency').fill('EUR')
  await press(form.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Settings updated')).toBeVisible()
  expect(await api.get(SETTINGS)).toMatchObject({ ...before, history_months: 24, currency: 'EUR' })
  await expect(months).toHaveValue('24')
  await expect(form.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  await api.put(SETTINGS, before)
})

test('a user whom another admin has deactivated is not activated by Deactivate', async ({
  page,
  api,
  makeGroup,
}) => {
  const group = await makeGroup(unique('Off Already'))
  const { id, username } = await createMember(api, group.id, uniqueUsername('off'))
  await page.goto(`/admin?tab=users&group=${group.id}`)
  const row = page.getByRole('row').filter({ hasText: `Member ${username}` })
  const deactivate = row.getByRole('button', { name: `Deactivate ${username}` })
  await expect(deactivate).toBeVisible()
  await api.post(`/api/admin/users/${id}/toggle-status`, {})
  await press(deactivate)
  await expect(row).toContainText('Inactive')
  const { users } = await api.get<{ users: object[] }>(`/api/admin/users?group_id=${group.id}`)
  expect(users).toEqual([expect.objectContaining({ id, is_active: false })])
})

test('a group that another admin has deactivated is not activated by Deactivate', async ({
  page,
  api,
  makeGroup,
}) => {
  const { id, name } = await makeGroup(unique('Off Already'))
  await page.goto('/admin/groups')
  const row = page
    .getByRole('list', { name: 'Client groups' })
    .getByRole('listitem')
    .filter({ hasText: name })
  const deactivate = row.getByRole('button', { name: `Deactivate ${name}` })
  await expect(deactivate).toBeVisible()
  await api.post(`/api/groups/${id}/toggle`, {})
  await press(deactivate)
  await expect(row).toContainText('Inactive')
  expect(await api.get(`/api/groups/${id}`)).toMatchObject({ is_active: false })
})

test('saving the interval of one platform keeps that of the other, which another admin has changed', async ({
  page,
  api,
}) => {
  const before = await api.get<{ instagram: number; tiktok: number }>(INTERVALS)
  // Until the dialog has read the intervals, it shows the ones that are set at first.
  await api.put(INTERVALS, { ...before, tiktok: 20 })
  await page.goto('/admin/groups')
  await press(page.getByRole('button', { name: 'Scraping Intervals' }))
  const dialog = page.getByRole('dialog', { name: 'Scraping Intervals' })
  await expect(dialog.getByLabel('TikTok (minutes)')).toHaveValue('20')
  await api.put(INTERVALS, { ...before, tiktok: 30 })
  await dialog.getByLabel('Instagram (minutes)').fill('90')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Intervals updated')).toBeVisible()
  expect(await api.get(INTERVALS)).toEqual({ instagram: 90, tiktok: 30 })
  await api.put(INTERVALS, before)
})
