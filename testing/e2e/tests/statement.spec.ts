import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { DAYS, FROM, TO } from '../support/data/days.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
import { test } from '../support/data/groups.ts'
import { memberOf } from '../support/data/members.ts'
import { expect } from '../support/test.ts'

type Sum = { items: number; gained_views: number; cost: number }
type Account = Sum & { username: string }
type Part = { accounts: Account[]; total: Sum }
type Statement = { instagram: Part; tiktok: Part; total: Sum }

const STATEMENT = '/api/dashboard/statement'
const statement = (page: Page) => page.getByRole('region', { name: 'Statement', exact: true })

const amount = (cost: number) =>
  cost.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

test('a statement leads from the growth of a period to its accounts, and to a file of its items', async ({
  page,
  api,
  signIn,
}) => {
  const { days_pending: _, ...before } = await api.get<{ days_pending: number }>('/api/admin/settings')
  await api.put('/api/admin/settings', { ...before, cost: { model: 'per_mille', rate: 2.5, cap: 1_000_000 } })
  await signIn(page)
  await page.goto(`/?period=custom&${DAYS}`)
  const growth = page.getByRole('region', { name: 'Growth', exact: true })
  await growth.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page).toHaveURL(`/statement?period=custom&${DAYS}`)
  await expect(statement(page).getByRole('heading', { name: 'All Groups' })).toBeVisible()
  // Videos are measured in the meantime.
  await expectEventually(async () => {
    const { tiktok, total } = await api.get<Statement>(`${STATEMENT}?${DAYS}`)
    await page.reload()
    expect(total.cost).toBeGreaterThan(0)
    for (const { username, cost } of tiktok.accounts)
      await expect(statement(page).getByRole('row', { name: `@${username} ` })).toContainText(amount(cost))
    const sum = statement(page).getByRole('row', { name: 'TikTok total' })
    await expect(sum).toContainText(amount(tiktok.total.cost))
    await expect(statement(page)).toContainText(`Total${amount(total.cost)}`)
  })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`clipmeter-statement-${FROM}-${TO}.csv`)
  const [heading, first] = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(heading).toContain('platform,account,url')
  expect(first).toMatch(/^(instagram|tiktok),/)

  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last month')
  await expect(page).toHaveURL('/statement?period=last-month')
  await page.goto('/statement?period=custom&from=2011-01-01&to=2011-01-31')
  await expect(statement(page)).toContainText('No videos were measured in this period.')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await api.put('/api/admin/settings', before)
})

test.describe('in the dark theme', () => {
  test.use({ colorScheme: 'dark' })

  test('a printed statement is light, without navigation and controls', async ({ page, signIn }) => {
    await signIn(page)
    await page.goto(`/statement?period=custom&${DAYS}`)
    await expect(statement(page)).toContainText('TikTok total')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(statement(page)).toContainText('TikTok total')
    await page.emulateMedia({ media: 'screen' })
    const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
    await expect.poll(scheme).toBe('dark')
    // The events of a real print, which a headless browser has not.
    await page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event('beforeprint'))
        document.title = document.documentElement.dataset['mantineColorScheme'] ?? ''
        window.dispatchEvent(new Event('afterprint'))
      }
    })
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page).toHaveTitle('light')
    await expect.poll(scheme).toBe('dark')
  })
})

test('a member sees the statement of the own group', async ({ page, api, makeGroup, signInAs }) => {
  const { id, name } = await makeGroup('Billed')
  const member = await memberOf(api, id)
  const username = (await api.get<Statement>(`${STATEMENT}?${DAYS}`)).tiktok.accounts[0]?.username
  expect(username).toBeDefined()
  await api.post('/api/tiktok/accounts', { username, group_id: id })
  await signInAs(page, member)
  await page.goto(`/statement?period=custom&${DAYS}`)
  await expect(statement(page).getByRole('heading', { name })).toBeVisible()
  // The heading, the account and the total.
  await expect(statement(page).getByRole('row')).toHaveCount(3)
  await expect(statement(page).getByRole('row', { name: `@${username} ` })).toBeVisible()
  await expect(statement(page)).toContainText('No posts were measured in this period.')
})

test('statement', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto(`/statement?period=custom&${DAYS}`)
  await expect(statement(page)).toContainText('TikTok total')
  await examineAllVariants(page, 'statement')
})
