import type { Page } from '@playwright/test'
import type { Api } from '../support/data/api.ts'
import { test } from '../support/programs/background.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

/*
 * The zone applies to the whole installation, so these tests have a program of their own. The browser is in another zone, which must
 * have no effect.
 */
test.use({ timezoneId: 'America/New_York' })

type Settings = { time_zone: string; days_pending: number }
type Trend = { tiktok: { day: string }[] }

const RECOMPUTED_WITHIN = 120_000

/** A zone in which it is never the day that it is in UTC: 14 hours ahead, or 11 hours behind. */
const otherDay = () => (new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati')

/** The current day in a zone, as the chart shows it: `Nov 21, 2026`. */
const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date())

/** The last point of the trend. */
const lastPoint = (page: Page) =>
  page.getByRole('region', { name: 'Trend' }).locator('[role=img][tabindex="0"]')

async function setZone(api: Api, time_zone: string): Promise<void> {
  const { days_pending: _, ...settings } = await api.get<Settings>('/api/admin/settings')
  await api.put('/api/admin/settings', { ...settings, time_zone })
  await expectRecomputed(api, time_zone)
}

async function expectRecomputed(api: Api, zone: string): Promise<void> {
  const pending = async () => (await api.get<Settings>('/api/admin/settings')).days_pending
  await expect.poll(pending, { timeout: RECOMPUTED_WITHIN }).toBe(0)
  const shown = async () => (await api.get<{ time_zone: string }>('/api/auth/me')).time_zone
  await expect.poll(shown, { timeout: RECOMPUTED_WITHIN }).toBe(zone)
}

test.afterEach(({ api }) => setZone(api, 'UTC'))

test('an admin selects the time zone, and all screens state it and show times in it', async ({
  page,
  api,
  group,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/')
  const growth = page.getByRole('region', { name: 'Growth', exact: true })
  await expect(growth).toContainText('Days are UTC.')

  await page.goto('/admin?tab=settings')
  const form = page.getByRole('tabpanel', { name: 'Settings' })
  const field = form.getByRole('combobox', { name: 'Time zone' })
  await expect(field).toHaveValue('UTC')
  await expect(form).toContainText('begin at midnight in this time zone.')
  await press(form.getByRole('button', { name: 'Use America/New_York, the time zone of this browser' }))
  await expect(field).toHaveValue(/^America\/New_York \(UTC-[45]\)$/)
  await field.fill('Atlantis')
  await field.blur()
  await expect(field).toHaveValue('Atlantis')
  await expect(form).toContainText('No time zone matches “Atlantis”.')
  await press(form.getByRole('button', { name: 'Save' }))
  await expect(field).toBeFocused()
  await field.fill('kolk')
  await form.getByRole('option', { name: 'Asia/Kolkata (UTC+5:30)' }).click()
  await expect(field).toHaveValue('Asia/Kolkata (UTC+5:30)')
  await press(form.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Settings updated')).toBeVisible()
  await expectRecomputed(api, 'Asia/Kolkata')
  await page.goto('/admin?tab=audit')
  const latest = page.getByRole('tabpanel').getByRole('row').nth(1)
  await expect(latest).toContainText('Days are in Asia/Kolkata time')
  await expect(latest.locator('time')).toHaveAttribute('title', /GMT\+5:30$/)

  await page.goto('/?show=total')
  await expect(growth).toContainText('Days are in Asia/Kolkata time.')
  await expectEventually(async () => {
    await page.reload()
    const name = new RegExp(`^${todayIn('Asia/Kolkata')}, so far: `)
    await expect(lastPoint(page)).toHaveAccessibleName(name)
  })
  await page.goto('/statement')
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toContainText(
    'Days are in Asia/Kolkata time.',
  )
  await page.goto(`/all-data?tab=tiktok&group=${group.id}`)
  await expect(page.getByRole('row').nth(1).locator('time').first()).toHaveAttribute('title', /GMT\+5:30$/)
})

test('the last day of the trend is the current one in the time zone', async ({
  page,
  api,
  group,
  signIn,
}) => {
  expect(group.id).toBeGreaterThan(0)
  await signIn(page)
  const zone = otherDay()
  await setZone(api, zone)
  await page.goto('/?show=total')
  await expect(page.getByRole('region', { name: 'Growth', exact: true })).toContainText(
    `Days are in ${zone} time.`,
  )
  await expectEventually(async () => {
    await page.reload()
    const name = new RegExp(`^${todayIn(zone)}, so far: `)
    await expect(lastPoint(page)).toHaveAccessibleName(name)
  })
  const { tiktok } = await api.get<Trend>('/api/dashboard/trend?days=30')
  expect(tiktok.at(-1)?.day).not.toBe(new Date().toISOString().slice(0, 10))
})
