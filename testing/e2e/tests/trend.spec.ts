import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { examine, VARIANTS } from '../support/examine.ts'
import { holdRequest } from '../support/holdRequest.ts'
import { press } from '../support/keyboard.ts'
import { test } from '../support/members.ts'
import { expectEventually } from '../support/expectEventually.ts'
import { expect } from '../support/test.ts'

type Day = Record<'views' | 'likes' | 'shares' | 'gained_views' | 'gained_likes', number> & { day: string }
type Trend = { instagram: Day[]; tiktok: Day[] }

const panel = (page: Page) => page.getByRole('region', { name: 'Trend' })
const exact = (value: number | undefined) => value?.toLocaleString('en-US').replace('-', '−')
/** The last point of the chart, which gets the focus first. */
const lastPoint = (page: Page) => panel(page).locator('[role=img][tabindex="0"]')
const choice = (page: Page, name: string) => panel(page).getByRole('radio', { name, exact: true })

async function choose(radio: Locator): Promise<void> {
  await radio.focus()
  await radio.press('Space')
  await expect(radio).toBeChecked()
}

async function today(api: Api): Promise<{ instagram: Day | undefined; tiktok: Day | undefined }> {
  const { instagram, tiktok } = await api.get<Trend>('/api/dashboard/trend?days=30')
  expect(instagram.map(({ day }) => day)).toEqual(tiktok.map(({ day }) => day))
  return { instagram: instagram.at(-1), tiktok: tiktok.at(-1) }
}

test('the trend shows the gain of each day, and its options are in the URL', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/')
  await expectEventually(async () => {
    const { instagram, tiktok } = await today(api)
    await page.reload()
    await expect(lastPoint(page)).toHaveAccessibleName(
      new RegExp(
        `^\\w{3} \\d+, \\d{4}, so far: Instagram ${exact(instagram?.gained_views)} views gained, ` +
          `TikTok ${exact(tiktok?.gained_views)} views gained$`,
      ),
    )
  })
  for (const name of ['Views', 'Gained', '30 days']) await expect(choice(page, name)).toBeChecked()

  await choose(choice(page, 'Likes'))
  await expect(page).toHaveURL('/?metric=likes')
  await choose(choice(page, 'Cumulative'))
  await expect(page).toHaveURL('/?metric=likes&show=total')
  await choose(choice(page, '90 days'))
  await expect(page).toHaveURL('/?metric=likes&show=total&days=90')
  await expectEventually(async () => {
    const { instagram, tiktok } = await today(api)
    await page.reload()
    await expect(lastPoint(page)).toHaveAccessibleName(
      new RegExp(`: Instagram ${exact(instagram?.likes)} likes, TikTok ${exact(tiktok?.likes)} likes$`),
    )
  })
  for (const name of ['Likes', 'Cumulative', '90 days']) await expect(choice(page, name)).toBeChecked()
  await choose(choice(page, 'All'))
  await expect(page).toHaveURL('/?metric=likes&show=total&days=all')
})

test('the chart and its numbers are accessible by keyboard', async ({ page, api, signIn }) => {
  await signIn(page)
  await page.goto('/?show=total')
  await expectEventually(async () => {
    const { tiktok } = await today(api)
    await page.reload()
    await lastPoint(page).focus()
    await expect(panel(page).getByText(`${exact(tiktok?.views)} views`)).toBeVisible()
  })
  await page.keyboard.press('Home')
  await expect(panel(page).locator('[role=img]').first()).toBeFocused()

  await panel(page).getByText('Show as table').focus()
  await page.keyboard.press('Enter')
  const table = panel(page).getByRole('region', { name: 'views, every day, as a table' })
  await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Instagram, views', 'TikTok, views'])
  // The screen polls the API, so it is up to date within half a minute.
  await expectEventually(async () => {
    const { instagram, tiktok } = await today(api)
    await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([
      /^\w{3} \d+, \d{4}, so far$/,
      exact(instagram?.views) ?? '',
      exact(tiktok?.views) ?? '',
    ])
  })
})

test('one platform can be selected, and Instagram has no shares', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  const platforms = panel(page).getByRole('group', { name: 'Platforms' })
  const instagram = platforms.getByRole('button', { name: /^Instagram views gained/ })
  await expect(instagram).toHaveAttribute('aria-pressed', 'true')
  await press(instagram)
  await expect(instagram).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/?platform=tiktok')
  await expect(lastPoint(page)).toHaveAccessibleName(/so far: −?[\d,]+ views gained$/)
  await press(instagram)
  await expect(page).toHaveURL('/')

  await choose(choice(page, 'Shares'))
  await expect(platforms).toContainText('Instagram does not report shares.')
  await expect(platforms.getByRole('button')).toHaveCount(0)
})

test('the layout does not shift when the trend loads, and a group without a history shows a message', async ({
  page,
  makeGroup,
  signIn,
}) => {
  const empty = await makeGroup('Without a history')
  await signIn(page)
  const release = await holdRequest(page, 'GET', '**/api/dashboard/trend*')
  await page.goto('/')
  await expect(panel(page).getByRole('status', { name: 'Loading' })).toBeVisible()
  const before = await panel(page).boundingBox()
  release()
  await expect(lastPoint(page)).toBeVisible()
  expect((await panel(page).boundingBox())?.height).toBe(before?.height)

  await page.goto(`/?group=${empty.id}`)
  await expect(panel(page)).toContainText('No history yet')
  expect((await panel(page).boundingBox())?.height).toBe(before?.height)
})

for (const [variant, { colorScheme, viewport }] of Object.entries(VARIANTS)) {
  test.describe(variant, () => {
    test.use({ colorScheme, viewport })

    test('trend', async ({ page, signIn }) => {
      await signIn(page)
      await page.goto('/?show=total&days=all')
      await lastPoint(page).focus()
      await examine(page, `dashboard-trend-${variant}`)
    })
  })
}
