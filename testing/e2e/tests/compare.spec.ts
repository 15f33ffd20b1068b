import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { DAYS } from '../support/data/days.ts'
import { examine, examineAllVariants, VARIANTS } from '../support/screens/examine.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
import { shown } from '../support/data/expectedNumbers.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { GROUP, idsOf } from '../support/data/ids.ts'
import { press } from '../support/screens/keyboard.ts'
import { test } from '../support/data/groups.ts'
import { memberOf } from '../support/data/members.ts'
import { expect } from '../support/test.ts'

type Series = { id: number; name: string; platform: 'instagram' | 'tiktok' | null }
type Days = { series: (Series & { views_after: number; gained: number[] })[] }
type Ages = { series: (Series & { items: number; views: (number | null)[] })[] }

const COMPARE = '/api/dashboard/compare'
const chart = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true })
const chips = (page: Page) => page.getByRole('list', { name: 'Compared accounts' }).getByRole('listitem')
const field = (page: Page) => page.getByRole('combobox', { name: 'Add an account' })
const lines = (page: Page) => chart(page).locator('polyline')
/** The accounts to choose from. */
const choices = (page: Page) => page.getByRole('listbox', { name: 'Accounts' }).getByRole('option')
/** The last point of the chart, which gets the focus first. */
const lastPoint = (page: Page) => chart(page).locator('[role=img][tabindex="0"]')

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const exact = (value: number) => value.toLocaleString('en-US').replace('-', '−')
/** Counts with their sign, as the table shows gains. */
const gain = (count: number) => (count > 0 ? `+${shown(count)}` : count < 0 ? `−${shown(-count)}` : '0')

/** Finds an account of the journey's group by a part of its name. */
async function add(page: Page, part: string, name: string): Promise<void> {
  await field(page).fill(part)
  await page.getByRole('option', { name: new RegExp(`@${name}.*${GROUP}`) }).click()
  await expect(page.getByRole('button', { name: `Remove @${name}` })).toBeVisible()
}

async function choose(page: Page, name: string): Promise<void> {
  const radio = chart(page).getByRole('radio', { name, exact: true })
  await radio.focus()
  await radio.press('Space')
  await expect(radio).toBeChecked()
}

test('two accounts are compared by date, with the numbers of the API', async ({ page, api, signIn }) => {
  const { instagram, tiktok } = await idsOf(api)
  await signIn(page)
  await page.goto(`/compare?period=custom&${DAYS}`)
  await expect(page.getByText('Select up to 6 accounts to compare')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await add(page, 'GOOG', 'google')
  await add(page, '@dylan', 'dylanlemay')
  await expect(page).toHaveURL(`/compare?period=custom&${DAYS}&accounts=${instagram},${tiktok}`)
  await expect(page.getByText('2 of 6 selected')).toBeVisible()
  await expect(lines(page)).toHaveCount(2)

  // Videos are measured in the meantime.
  await expectEventually(async () => {
    const { series } = await api.get<Days>(`${COMPARE}?accounts=${instagram},${tiktok}&${DAYS}`)
    await page.reload()
    expect(series.map(({ id }) => id)).toEqual([instagram, tiktok])
    const table = page.getByRole('region', { name: 'Gains', exact: true })
    for (const { name, views_after, gained } of series) {
      const row = table.getByRole('row', { name: `@${name} ` })
      await expect(row).toContainText(gain(sum(gained)))
      await expect(row).toContainText(shown(views_after))
    }
    // The values of a day are listed from the highest to the lowest.
    const last = series
      .map(({ name, gained }) => ({ name, value: gained.at(-1) ?? 0 }))
      .toSorted((a, b) => b.value - a.value)
      .map(({ name, value }) => `@${name} ${exact(value)} views gained`)
    await expect(lastPoint(page)).toHaveAccessibleName(new RegExp(`, so far: ${last.join(', ')}$`))
  })

  await choose(page, 'Total gained')
  await expect(page).toHaveURL(/&show=total$/)
  await expect(lines(page)).toHaveCount(2)
  await lastPoint(page).focus()
  await page.keyboard.press('Home')
  await expect(chart(page).locator('[role=img]').first()).toBeFocused()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^clipmeter-.*\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text).toContain('google')
  expect(text).toContain('dylanlemay')

  await press(page.getByRole('button', { name: 'Remove @google' }))
  await expect(page).toHaveURL(new RegExp(`accounts=${tiktok}(&|$)`))
  await expect(chips(page)).toHaveCount(1)
  await expect(field(page)).toBeFocused()
})

test('Enter adds the first match once the search is answered, and nothing without one', async ({
  page,
  api,
  signIn,
}) => {
  const { instagram } = await idsOf(api)
  await signIn(page)
  await page.goto(`/compare?period=custom&${DAYS}`)
  const search = '**/api/*/accounts?*search=GOOG*'
  const answer = await holdRequest(page, 'GET', search)
  const sent = page.waitForRequest(search)
  await field(page).fill('GOOG')
  await field(page).press('Enter')
  await sent
  await expect(chips(page)).toHaveCount(0)
  answer()
  await expect(page).toHaveURL(new RegExp(`accounts=${instagram}(&|$)`))
  await expect(chips(page)).toHaveCount(1)
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()

  await field(page).fill('unknown.name')
  await field(page).press('Enter')
  await expect(choices(page)).toHaveText('No other account matches')
  await expect(field(page)).toHaveValue('unknown.name')
  await expect(chips(page)).toHaveCount(1)
})

test('two accounts are compared by the age of their posts, and a reload keeps the view', async ({
  page,
  api,
  signIn,
}) => {
  const { instagram, tiktok } = await idsOf(api)
  await signIn(page)
  await page.goto(`/compare?accounts=${instagram},${tiktok}&period=custom&${DAYS}`)
  await choose(page, 'By age of post')
  await expect(page).toHaveURL(`/compare?accounts=${instagram},${tiktok}&period=custom&${DAYS}&by=age`)
  await expectEventually(async () => {
    const { series } = await api.get<Ages>(`${COMPARE}/ages?accounts=${instagram},${tiktok}&${DAYS}`)
    await page.reload()
    await expect(chart(page).getByRole('radio', { name: 'By age of post' })).toBeChecked()
    const table = page.getByRole('region', { name: 'Median views', exact: true })
    for (const [index, { name, platform, items, views }] of series.entries()) {
      const many = platform === 'tiktok' ? 'videos' : 'posts'
      const one = platform === 'tiktok' ? 'video' : 'post'
      await expect(chips(page).nth(index)).toContainText(
        items === 0 ? `No ${many} in this period` : `${items} ${items === 1 ? one : many}`,
      )
      const row = table.getByRole('row', { name: `@${name} ` })
      await expect(row.getByRole('cell').nth(2)).toHaveText(shown(views[0] ?? null))
      await expect(row.getByRole('cell').last()).toHaveText(String(items))
    }
    const measured = series.filter(({ views }) => views.some((value) => value !== null))
    if (measured.length === 0) await expect(chart(page)).toContainText('No post data for this period')
    else await expect(lastPoint(page)).toHaveAccessibleName(/^30 days old: /)
  })
})

test('accounts that are not visible are reported, and the others are compared', async ({
  page,
  api,
  signIn,
}) => {
  const { tiktok } = await idsOf(api)
  await signIn(page)
  const unknown = 999_999_999
  await page.goto(`/compare?accounts=${unknown},${tiktok},invalid&period=custom&${DAYS}`)
  const notice = page.getByText('2 accounts in the address were not found.')
  await expect(notice).toBeVisible()
  await expect(chips(page)).toHaveCount(1)
  await expect(lastPoint(page)).toHaveAccessibleName(/views gained$/)
  await press(page.getByRole('button', { name: 'Dismiss' }))
  await expect(notice).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`accounts=${tiktok}$`))
})

test('accounts and groups link to their comparison', async ({ page, api, signIn, makeGroup }) => {
  const { tiktok, group } = await idsOf(api)
  const other = await makeGroup('Compared')
  await signIn(page)
  const link = page.getByRole('link', { name: 'Compare', exact: true })
  await page.goto(`/tiktok/${tiktok}`)
  await expect(link).toHaveAttribute('href', `/compare?accounts=${tiktok}&period=7-days`)
  await press(link)
  await expect(chips(page)).toHaveCount(1)

  await page.goto(`/tiktok?group=${group}`)
  await expect(link).toHaveAttribute('href', /^\/compare\?accounts=[\d,]*&period=7-days$/)
  await page.goto('/admin/groups')
  await expect(link).toHaveAttribute('href', /^\/compare\?groups=[\d,]*$/)

  await page.goto(`/compare?groups=${group},${other.id}&period=custom&${DAYS}`)
  const groups = page.getByRole('list', { name: 'Compared groups' }).getByRole('listitem')
  await expect(groups).toHaveText([GROUP, other.name])
  await expect(lastPoint(page)).toHaveAccessibleName(new RegExp(`${other.name} 0 views gained`))
})

test('a member compares the accounts of the own group only', async ({ page, api, makeGroup, signInAs }) => {
  const { tiktok } = await idsOf(api)
  const { id } = await makeGroup('Comparing')
  const member = await memberOf(api, id)
  await api.post('/api/tiktok/accounts', { username: 'dylanlemay', group_id: id })
  await signInAs(page, member)
  await page.goto(`/compare?groups=${id}`)
  await expect(page.getByText('Only admins can compare groups.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Groups' })).toHaveCount(0)
  await field(page).click()
  await expect(choices(page)).toHaveCount(1)
  await expect(choices(page)).toContainText('@dylanlemay')
  // The same account as another group tracks it.
  await page.goto(`/compare?accounts=${tiktok}`)
  await expect(page.getByText('1 account in the address was not found.')).toBeVisible()
})

for (const [variant, { viewport }] of Object.entries(VARIANTS)) {
  test.describe(variant, () => {
    test.use({ viewport })

    test('comparison by date', async ({ page, api, signIn }) => {
      const { instagram, tiktok } = await idsOf(api)
      await signIn(page)
      await page.goto(`/compare?accounts=${instagram},${tiktok}&period=custom&${DAYS}`)
      await lastPoint(page).focus()
      await examine(page, `compare-${variant}`)
      await field(page).click()
      await expect(choices(page).first()).toBeVisible()
      await examine(page, `compare-choices-${variant}`)
    })
  })
}

test('comparison by age, and of nothing yet', async ({ page, api, signIn }) => {
  const { instagram, tiktok } = await idsOf(api)
  await signIn(page)
  await page.goto(`/compare?accounts=${instagram},${tiktok}&period=custom&${DAYS}&by=age`)
  await expect(page.getByText('At 7 days').first()).toBeVisible()
  await examineAllVariants(page, 'compare-age')
  await page.goto('/compare')
  await expect(page.getByText('Select up to 6 accounts to compare')).toBeVisible()
  await examineAllVariants(page, 'compare-empty')
})
