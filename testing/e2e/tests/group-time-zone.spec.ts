import type { Page } from '@playwright/test'
import { Api } from '../support/data/api.ts'
import { createMember } from '../support/data/members.ts'
import { uniqueUsername } from '../support/data/names.ts'
import { test } from '../support/programs/background.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

/* The platform is in UTC. The browser is in another zone, which must have no effect. */
test.use({ timezoneId: 'America/New_York' })

type Group = { id: number; name: string; days_zone: string }

const RECOMPUTED_WITHIN = 120_000
/** Earlier than the details of a group are read again anyway. */
const SHOWN_WITHIN = 20_000

/** A zone in which it is never the day that it is in UTC: 14 hours ahead, or 11 hours behind. */
const otherDay = () => (new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati')

const growth = (page: Page) => page.getByRole('region', { name: 'Growth', exact: true })
const details = (page: Page) => page.getByRole('region', { name: 'Group details' })
const daysIn = (zone: string) => `Days are in ${zone} time.`

/** Expects that the last point of the trend is the current day in a zone: `Nov 21, 2026, so far: …`. */
async function expectToday(page: Page, timeZone: string): Promise<void> {
  const last = page.getByRole('region', { name: 'Trend' }).locator('[role=img][tabindex="0"]')
  await expectEventually(async () => {
    await page.reload()
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date())
    await expect(last).toHaveAccessibleName(new RegExp(`^${today}, so far: `))
  })
}

const groupOf = (api: Api, id: number) => api.get<Group>(`/api/groups/${id}`)

async function expectDaysIn(api: Api, id: number, zone: string): Promise<void> {
  const shown = async () => (await groupOf(api, id)).days_zone
  await expect.poll(shown, { timeout: RECOMPUTED_WITHIN }).toBe(zone)
}

test('an admin sets the time zone of a group, and sees its days in it', async ({
  page,
  api,
  group,
  signIn,
}) => {
  const zone = otherDay()
  const { name } = await groupOf(api, group.id)
  await signIn(page)
  await page.goto(`/admin/groups?group=${group.id}`)
  await expect(details(page)).toContainText('Time zoneUTC (default)')
  const edit = details(page).getByRole('button', { name: 'Edit group' })
  await press(edit)
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  const field = dialog.getByRole('combobox', { name: 'Time zone' })
  await expect(field).toHaveValue('Platform default')
  await field.fill('Atlantis')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toContainText('No time zone matches “Atlantis”.')
  await expect(field).toBeFocused()
  await field.fill(zone)
  await dialog.getByRole('option', { name: zone }).click()
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Group updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(details(page)).toContainText(`Time zone${zone}`)
  await expectDaysIn(api, group.id, zone)
  // Without a reload.
  await expect(details(page)).not.toContainText('Days are still', { timeout: SHOWN_WITHIN })

  await page.goto('/?show=total')
  await expect(growth(page)).toContainText('Days are UTC.')
  const groups = page.getByRole('combobox', { name: 'Client group' })
  await groups.focus()
  await groups.selectOption(name)
  await expect(growth(page)).toContainText(daysIn(zone))
  await expect(groups).toBeFocused()
  await expectToday(page, zone)
  await page.goto(`/statement?group=${group.id}`)
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toContainText(daysIn(zone))
  await page.goto(`/?group=${group.id}`)
  await expect(growth(page)).toContainText(daysIn(zone))
  await groups.selectOption('All Groups')
  await expect(growth(page)).toContainText('Days are UTC.')
  await page.goto('/?show=total')
  await expectToday(page, 'UTC')

  await page.goto(`/admin/groups?group=${group.id}`)
  await press(edit)
  await field.fill('')
  await field.blur()
  await expect(field).toHaveValue('Platform default')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expectDaysIn(api, group.id, 'UTC')
})

test('a member sees the days of the group in its time zone', async ({ page, api, url, group, signInAs }) => {
  const zone = otherDay()
  await api.patch(`/api/groups/${group.id}`, { time_zone: zone })
  await expectDaysIn(api, group.id, zone)
  await signInAs(page, await Api.signIn(url, await createMember(api, group.id, uniqueUsername())))
  await page.goto('/?show=total')
  await expect(growth(page)).toContainText(daysIn(zone))
  await expectToday(page, zone)
  expect(await api.get('/api/auth/me')).toMatchObject({ time_zone: 'UTC' })
})
