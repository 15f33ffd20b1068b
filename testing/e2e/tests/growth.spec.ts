import type { Page } from '@playwright/test'
import { day, DAY_MS, DAYS } from '../support/data/days.ts'
import { examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
import { shown } from '../support/data/expectedNumbers.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { test } from '../support/data/groups.ts'
import { memberOf } from '../support/data/members.ts'
import { expect } from '../support/test.ts'

type Counts = { items: number; views: number; likes: number; cost: number | null }
/** The account is null if only the item is tracked. */
type Item = { url: string; username: string; account_id: number | null }
type Row = { post?: Item; video?: Item; gained_views: number }
type Platform = { gained: Counts; top: Row[] }
type Gains = { instagram: Platform; tiktok: Platform }
type Settings = Record<'content_visibility' | 'currency', string | null> & {
  cost: object
  days_pending: number
}

const GAINS = '/api/dashboard/gains'
const panel = (page: Page) => page.getByRole('region', { name: 'Growth', exact: true })
const platform = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true })
const sum = (page: Page, name: string, label: string) =>
  platform(page, name).getByText(label, { exact: true }).locator('..')

/** Counts with their sign, as the panel shows gains. */
const gain = (count: number) => (count > 0 ? `+${shown(count)}` : count < 0 ? `−${shown(-count)}` : '0')

/** Any change against the period before. */
const COMPARISON = /[▲▼]|none before|no change/

const card = (page: Page, name: string) => page.getByRole('region', { name: `${name} totals` })
const period = (page: Page) => panel(page).getByRole('combobox', { name: 'Period' })
const selected = (page: Page) => period(page).getByRole('option', { selected: true })

test('the period is in the URL, is kept by a reload, and is remembered', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await expect(selected(page)).toHaveText('Last 7 days')
  await period(page).selectOption('Last month')
  await expect(page).toHaveURL('/?period=last-month')
  await page.reload()
  await expect(selected(page)).toHaveText('Last month')
  // The next visit without a period in the URL.
  await page.goto('/')
  await expect(selected(page)).toHaveText('Last month')
  await expect(page).toHaveURL('/?period=last-month')
  const all = panel(page).getByRole('link', { name: 'See all by views gained' })
  await expect(all).toHaveAttribute('href', '/all-data?tab=all&sort=gained&gained=last-month')

  await period(page).selectOption('Custom')
  const [first, last] = [panel(page).getByLabel('First day'), panel(page).getByLabel('Last day')]
  await first.fill(day(-3))
  await last.fill(day(-2))
  await expect(page).toHaveURL(`/?period=custom&from=${day(-3)}&to=${day(-2)}`)
  await expect(all).toHaveCount(0)
  await page.reload()
  await expect(first).toHaveValue(day(-3))
  await expect(last).toHaveValue(day(-2))
  // While a year is typed, it is incomplete.
  await first.fill('0002-01-01')
  await expect(page).toHaveURL(`/?period=custom&from=${day(-3)}&to=${day(-2)}`)
  await first.blur()
  await expect(first).toHaveValue(day(-3))
  // The last day follows a later first day.
  await first.fill(day(-1))
  await expect(page).toHaveURL(`/?period=custom&from=${day(-1)}&to=${day(-1)}`)
})

test('opening the current screen again adds nothing to the history', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await period(page).selectOption('Last month')
  await expect(page).toHaveURL('/?period=last-month')
  const length = await page.evaluate(() => history.length)
  const link = page.getByRole('link', { name: 'Dashboard' })
  await expect(link).toHaveAttribute('href', '/?period=last-month')
  // The key of the history's entry, which each opening replaces.
  const key = () => page.evaluate(() => String(history.state?.key))
  const shortcut = async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('d')
  }
  for (const open of [() => link.click(), shortcut]) {
    const before = await key()
    await open()
    await expect.poll(key).not.toBe(before)
    await expect(page).toHaveURL('/?period=last-month')
  }
  expect(await page.evaluate(() => history.length)).toBe(length)
})

test('a day that is typed leaves the other day as it was', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/?period=custom&from=2024-11-05&to=2024-11-08')
  // The first digit of the month is January, and that of the day is the first: both are before the first day.
  await panel(page).getByLabel('Last day').pressSequentially('1111')
  await expect(page).toHaveURL('/?period=custom&from=2024-11-05&to=2024-11-11')
  await expect(panel(page).getByLabel('First day')).toHaveValue('2024-11-05')
})

test('a period that has no data before it shows its gains, and is not compared', async ({
  page,
  api,
  signIn,
}) => {
  // A period can be compared only if it is over.
  await page.clock.setFixedTime(Date.now() + DAY_MS)
  await signIn(page)
  await page.goto(`/?period=custom&${DAYS}`)
  await expectEventually(async () => {
    const gains = await api.get<Gains>(`${GAINS}?${DAYS}`)
    await page.reload()
    // All measurements were made in this period.
    await expect(panel(page)).toContainText('There is nothing to compare with.')
    await expect(panel(page)).not.toContainText('compared with')
    expect(gains.tiktok.gained.views).toBeGreaterThan(0)
    for (const [name, { gained, top }] of [
      ['Instagram', gains.instagram],
      ['TikTok', gains.tiktok],
    ] as const) {
      for (const [label, now] of [
        ['Views gained', gained.views],
        ['Likes', gained.likes],
      ] as const) {
        await expect(sum(page, name, label)).toContainText(gain(now))
        await expect(sum(page, name, label)).not.toContainText(COMPARISON)
      }
      await expect(card(page, name)).not.toContainText(COMPARISON)
      const rows = platform(page, name).getByRole('listitem')
      await expect(rows).toHaveCount(Math.min(top.length, 5))
      for (const [index, { post, video, gained_views }] of top.slice(0, 5).entries()) {
        const item = post ?? video
        const links = rows.nth(index).getByRole('link')
        await expect(links.first()).toHaveAttribute('href', item?.url ?? '')
        const account = links.filter({ hasText: `@${item?.username}` })
        const address = item?.account_id == null ? /tiktok\.com/ : `/${name.toLowerCase()}/${item.account_id}`
        await expect(account).toHaveAttribute('href', address)
        await expect(rows.nth(index)).toContainText(gain(gained_views))
      }
      const all = platform(page, name).getByRole('button', { name: `Show all ${top.length}` })
      await expect(all).toHaveCount(top.length > 5 ? 1 : 0)
    }
  })
  await period(page).selectOption('Today')
  await expect(panel(page)).toContainText('Today so far')
  await expect(panel(page)).not.toContainText('compared with')
  await expect(panel(page)).not.toContainText('none before')
})

test('a card shows no number of the period before while that of the selected one loads', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/?period=7-days')
  await expect(card(page, 'TikTok')).toContainText('in the last 7 days')
  const release = await holdRequest(page, 'GET', '**/api/dashboard/gains?*')
  await period(page).selectOption('Today')
  await expect(panel(page).locator('[aria-busy="true"]')).toBeVisible()
  await expect(card(page, 'TikTok')).not.toContainText(/in the last 7 days|today so far/)
  release()
  await expect(card(page, 'TikTok')).toContainText('today so far')
})

test('the cost of a period is shown in the platform currency, with a description of the cost model', async ({
  page,
  api,
  signIn,
}) => {
  const { days_pending: _, ...before } = await api.get<Settings>('/api/admin/settings')
  await signIn(page)
  await page.goto('/admin?tab=settings')
  const form = page.getByRole('tabpanel', { name: 'Settings' })
  const currency = form.getByLabel('Currency')
  await currency.fill('e1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Three letters, such as EUR or USD')
  await currency.fill('chf')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings updated')).toBeVisible()
  const { currency: __, ...settings } = before
  await api.put('/api/admin/settings', {
    ...settings,
    cost: { model: 'per_mille', rate: 2.5, cap: 1_000_000 },
  })

  await page.goto(`/?period=custom&${DAYS}`)
  await expectEventually(async () => {
    const { tiktok } = await api.get<Gains>(`${GAINS}?${DAYS}`)
    await page.reload()
    expect(tiktok.gained.cost).toBeGreaterThan(0)
    const amount = tiktok.gained.cost?.toLocaleString('en-US', { minimumFractionDigits: 2 })
    // A no-break space.
    await expect(sum(page, 'TikTok', 'Cost')).toContainText(`CHF\u00a0${amount}`)
  })
  await expect(panel(page)).toContainText(/Cost in CHF: .*2\.50.*1,000,000\.00/)
  await api.put('/api/admin/settings', before)
})

test('a member sees the gains of the own group only', async ({ page, api, makeGroup, signInAs }) => {
  const { id } = await makeGroup('Growing')
  const member = await memberOf(api, id)
  await signInAs(page, member)
  await page.goto(`/?period=custom&${DAYS}`)
  // Nothing is tracked yet.
  await expect(page.getByRole('region', { name: 'TikTok totals' })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)

  const username = (await api.get<Gains>(`${GAINS}?${DAYS}`)).tiktok.top[0]?.video?.username
  expect(username).toBeDefined()
  await api.post('/api/tiktok/accounts', { username, group_id: id })
  await expectEventually(async () => {
    const own = await member.get<Gains>(`${GAINS}?${DAYS}`)
    await page.reload()
    await expect(sum(page, 'TikTok', 'Views gained')).toContainText(gain(own.tiktok.gained.views))
    const accounts = platform(page, 'TikTok').getByRole('listitem').getByText(/^@/)
    await expect(accounts).toHaveText(own.tiktok.top.slice(0, 5).map(() => `@${username}`))
    await expect(sum(page, 'Instagram', 'Views gained')).toContainText('0')
    await expect(platform(page, 'Instagram')).toContainText('No posts gained views in this period.')
  })
})

test('a period that begins before the data says since when there are any', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto(`/?period=custom&from=${day(-300)}&to=${day(0)}`)
  await expect(panel(page)).toContainText(/data since \w+ \d+, \d+\./i)
  await period(page).selectOption('Today')
  await expect(panel(page)).toContainText('Today so far')
  await expect(panel(page)).not.toContainText(/data since/i)
})

test('the first screen of a phone shows what all platforms gained', async ({ page, signIn }) => {
  await page.setViewportSize(VARIANTS.phone.viewport)
  await signIn(page)
  await page.goto(`/?period=custom&from=${day(-6)}&to=${day(0)}`)
  for (const name of ['Instagram', 'TikTok'])
    await expect(sum(page, name, 'Views gained')).toBeInViewport({ ratio: 1 })
})

test('growth', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto(`/?period=custom&from=${day(-6)}&to=${day(0)}`)
  await expect(platform(page, 'TikTok').getByRole('listitem').first()).toBeVisible()
  await examineAllVariants(page, 'dashboard-growth')
})
