import type { Locator, Page } from '@playwright/test'
import type { Api } from '../support/data/api.ts'
import { day } from '../support/data/days.ts'
import { examine, VARIANTS } from '../support/screens/examine.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { test } from '../support/data/groups.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
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

const daysOf = (days: Day[]) => days.map((one) => one.day)

async function today(api: Api): Promise<{ instagram: Day | undefined; tiktok: Day | undefined }> {
  const { instagram, tiktok } = await api.get<Trend>('/api/dashboard/trend?days=30')
  expect(daysOf(instagram)).toEqual(daysOf(tiktok))
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
  for (const name of ['Views', 'Gained', 'Period']) await expect(choice(page, name)).toBeChecked()

  await choose(choice(page, 'Likes'))
  await expect(page).toHaveURL('/?metric=likes')
  await choose(choice(page, 'Cumulative'))
  await expect(page).toHaveURL('/?metric=likes&show=total')
  await choose(choice(page, 'All time'))
  await expect(page).toHaveURL('/?metric=likes&show=total&days=all')
  await expectEventually(async () => {
    const { instagram, tiktok } = await today(api)
    await page.reload()
    await expect(lastPoint(page)).toHaveAccessibleName(
      new RegExp(`: Instagram ${exact(instagram?.likes)} likes, TikTok ${exact(tiktok?.likes)} likes$`),
    )
  })
  for (const name of ['Likes', 'Cumulative', 'All time']) await expect(choice(page, name)).toBeChecked()
  await choose(choice(page, 'Period'))
  await expect(page).toHaveURL('/?metric=likes&show=total')
})

test('the chart and its numbers are accessible by keyboard', async ({ page, api, signIn }) => {
  await signIn(page)
  await page.goto('/?show=total&days=all')
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

/** Number of days in the replaced history. */
const LENGTH = 30
const NOTHING = Object.fromEntries(
  ['likes', 'comments', 'shares', 'saves'].flatMap((metric) => [
    [metric, 0],
    [`gained_${metric}`, 0],
  ]),
)

/** Replaces the history by one of 30 days in which each day gains one view more than the day before, from none to 29 today. */
async function replaceHistory(page: Page): Promise<void> {
  const days = Array.from({ length: LENGTH }, (_, index) => ({
    ...NOTHING,
    day: day(index + 1 - LENGTH),
    items: 1,
    views: 1000 + (index * (index + 1)) / 2,
    gained_views: index,
  }))
  await page.route('**/api/dashboard/trend*', (route) =>
    route.fulfill({ json: { from: day(1 - LENGTH), to: day(0), instagram: days, tiktok: days } }),
  )
}

/** A day as the chart shows it: `Nov 21, 2026`. */
const shownDay = (later: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day(later)))

test('the trend follows the period of the page and compares each day with one of the previous period', async ({
  page,
  signIn,
}) => {
  await replaceHistory(page)
  await signIn(page)
  await page.goto('/')
  const legend = panel(page).getByRole('button', { name: /^TikTok views gained/ })
  // 22 + … + 28, and 15 + … + 21 in the week before.
  await expect(legend).toHaveText(/\+175▲ 39% \(\+49\)Today so far: \+29$/)
  const key = panel(page).getByRole('list', { name: 'Days in the chart' })
  await expect(key.getByRole('listitem')).toHaveCount(3)
  await expect(key).toContainText('Today so far')
  const points = panel(page).locator('[role=img]')
  await expect(points).toHaveCount(8)
  await expect(lastPoint(page)).toHaveAccessibleName(
    `${shownDay(0)}, so far: Instagram 29 views gained, TikTok 29 views gained`,
  )
  const compared = `22 views gained, compared with ${shownDay(-14)}: 15 (+7, +47%)`
  await expect(points.first()).toHaveAccessibleName(
    `${shownDay(-7)}: Instagram ${compared}, TikTok ${compared}`,
  )
  await lastPoint(page).focus()
  await page.keyboard.press('Home')
  await expect(panel(page).getByText(`${shownDay(-14)}: 15 (+7, +47%)`)).toHaveCount(2)

  await panel(page).getByText('Show as table').focus()
  await page.keyboard.press('Enter')
  const table = panel(page).getByRole('region', { name: 'views, every day, as a table' })
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveText([
    shownDay(-7),
    shownDay(-14),
    '22',
    '15',
    '+7, +47%',
    '22',
    '15',
    '+7, +47%',
  ])

  const period = page
    .getByRole('region', { name: 'Growth', exact: true })
    .getByRole('combobox', { name: 'Period' })
  await period.selectOption('Today')
  await expect(points).toHaveCount(8)
  await expect(legend).toHaveText(/\+29Today so far$/)
  await expect(points.first()).toHaveAccessibleName(/: Instagram 22 views gained, TikTok 22 views gained$/)
  await choose(choice(page, 'All time'))
  await expect(points).toHaveCount(LENGTH)
  await expect(key).toHaveCount(0)
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
  const height = async () => (await panel(page).boundingBox())?.height
  const before = await height()
  release()
  await expect(lastPoint(page)).toBeVisible()
  await expect.poll(height).toBe(before)

  await page.goto(`/?group=${empty.id}`)
  await expect(panel(page)).toContainText('No history yet')
  // It leaves no room for a chart.
  await expect.poll(height).toBeLessThan((before ?? 0) / 2)
})

for (const [variant, { viewport }] of Object.entries(VARIANTS)) {
  test.describe(variant, () => {
    test.use({ viewport })

    test('trend', async ({ page, signIn }) => {
      await signIn(page)
      await page.goto('/?show=total&days=all')
      await lastPoint(page).focus()
      await examine(page, `dashboard-trend-${variant}`)
    })

    test('trend of a period', async ({ page, signIn }) => {
      await replaceHistory(page)
      await signIn(page)
      await page.goto('/?period=7-days')
      await expect(lastPoint(page)).toBeAttached()
      await panel(page).locator('[role=img]').nth(2).focus()
      await examine(page, `dashboard-trend-period-${variant}`)
    })
  })
}
