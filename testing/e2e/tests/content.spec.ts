import type { Locator, Page } from '@playwright/test'
import { examine, VARIANTS } from '../support/screens/examine.ts'
import { holdRequest } from '../support/screens/holdRequest.ts'
import { expect, test } from '../support/test.ts'

type Posts = {
  posts: { shortcode: string; account: string; views: number; likes: number; date_posted: string }[]
}

const POSTS = '/api/dashboard/all-instagram-posts?page=1&per_page=100'

test.describe('Instagram Posts', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page)
    await page.goto('/all-data')
    await expect(table(page)).toBeVisible()
  })

  test('a column title sorts in descending, ascending and default order, by mouse and by keyboard', async ({
    page,
  }) => {
    const likes = page.getByRole('columnheader', { name: 'Likes' })
    await expect(likes).toHaveAttribute('aria-sort', 'none')
    await likes.getByRole('button').click()
    await expect(page).toHaveURL('/all-data?sort=likes')
    await expect(likes).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => exactNumbers(page, 5).then(isDescending)).toBe(true)

    await likes.getByRole('button').press('Enter')
    await expect(page).toHaveURL('/all-data?sort=likes&order=asc')
    await expect(likes).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => exactNumbers(page, 5).then((all) => isDescending(all.toReversed()))).toBe(true)

    await page.reload()
    await expect(likes).toHaveAttribute('aria-sort', 'ascending')
    await likes.getByRole('button').press('Space')
    await expect(page).toHaveURL('/all-data')
  })

  test('the default order is marked, and only its reverse can be chosen', async ({ page }) => {
    const date = page.getByRole('columnheader', { name: 'Date Posted' })
    await expect(date).toHaveAttribute('aria-sort', 'descending')
    await date.getByRole('button').click()
    await expect(page).toHaveURL('/all-data?sort=date&order=asc')
    await expect(date).toHaveAttribute('aria-sort', 'ascending')
    await date.getByRole('button').click()
    await expect(page).toHaveURL('/all-data')
  })

  test('a search filters the table, is in the URL, and can be cleared', async ({ page, api }) => {
    const { posts } = await api.get<Posts>(POSTS)
    const one = posts[0]?.shortcode ?? ''
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Search' })
    await expect(search).toBeFocused()
    await search.pressSequentially(one)
    await expect(page).toHaveURL(`/all-data?q=${encodeURIComponent(one)}`)
    await expect(page.getByText('Total: 1 items')).toBeVisible()
    await expect(table(page).getByRole('link', { name: one, exact: true })).toBeVisible()

    await page.reload()
    await expect(search).toHaveValue(one)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/all-data')
    await expect(search).toHaveValue('')
    await expect(page.getByText(`Total: ${posts.length} items`)).toBeVisible()
  })

  test('account and dates filter the table', async ({ page, api }) => {
    const { posts } = await api.get<Posts>(POSTS)
    const own = posts.filter(({ account }) => account === 'google')
    await accounts(page).fill('@google')
    await accounts(page).press('Enter')
    await expect(page).toHaveURL('/all-data?account=google')
    await expect(page.getByText(`Total: ${own.length} items`)).toBeVisible()

    const day = (own[0]?.date_posted ?? '').slice(0, 10)
    await page.getByLabel('Posted in').selectOption('Custom')
    await page.getByLabel('Posted from').fill(day)
    await page.getByLabel('Posted to').fill(day)
    await expect(page).toHaveURL(`/all-data?account=google&from=${day}&to=${day}`)
    const since = own.filter(({ date_posted }) => date_posted.slice(0, 10) >= day)
    const thatDay = own.filter(({ date_posted }) => date_posted.startsWith(day))
    await expect(page.getByText(`Total: ${thatDay.length} items`)).toBeVisible()

    // Reversed days are swapped as soon as the focus leaves them.
    await page.getByLabel('Posted from').fill('2030-01-01')
    await accounts(page).focus()
    await expect(page).toHaveURL(`/all-data?account=google&from=${day}&to=2030-01-01`)
    await expect(page.getByText(`Total: ${since.length} items`)).toBeVisible()

    await page.getByLabel('Posted in').selectOption('Last 90 days')
    await expect(page).toHaveURL(/account=google&from=\d{4}-\d{2}-\d{2}&posted=90-days$/)
    await expect(page.getByText('Total: 0 items')).toBeVisible()
    await page.getByLabel('Posted in').selectOption('Any time')
    await expect(page).toHaveURL('/all-data?account=google')

    await page.getByLabel('Posted in').selectOption('Custom')
    await page.getByLabel('Posted from').fill(day)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/all-data')
    await expect(page.getByLabel('Posted in').getByRole('option', { selected: true })).toHaveText('Any time')
    await expect(page.getByLabel('Posted from')).toHaveCount(0)
  })

  test('the type and the minimum of the views filter the table', async ({ page, api }) => {
    const photos = await api.get<{ total: number }>(`${POSTS}&kind=image`)
    expect(photos.total).toBeGreaterThan(0)
    await page.getByLabel('Type', { exact: true }).selectOption('Photos')
    await expect(page).toHaveURL('/all-data?kind=image')
    await expect(page.getByText(`Total: ${photos.total} items`)).toBeVisible()
    await expect(table(page).getByRole('img', { name: 'Photo' })).toHaveCount(photos.total)
    await page.getByLabel('Minimum views').selectOption('1,000+ views')
    await expect(page).toHaveURL('/all-data?kind=image&views=1000')
    await expect(page.getByText('Total: 0 items')).toBeVisible()
  })

  test('the sums of the filtered posts are shown, and a part of a name is enough', async ({ page, api }) => {
    await accounts(page).fill('goog')
    await page.getByRole('option', { name: 'Usernames with “goog”' }).click()
    await expect(page).toHaveURL('/all-data?account=goog')
    const { posts } = await api.get<Posts>(POSTS)
    const likes = posts
      .filter(({ account }) => account === 'google')
      .reduce((sum, post) => sum + post.likes, 0)
    await expect(page.getByTitle(likes.toLocaleString('en-US'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByTitle(likes.toLocaleString('en-US'), { exact: true })).toHaveCount(0)
  })

  test('the page opens as it was left', async ({ page }) => {
    await page.getByRole('columnheader', { name: 'Likes' }).getByRole('button').click()
    await expect(page).toHaveURL('/all-data?sort=likes')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/')
    await navigation.getByRole('link', { name: 'View All Data' }).click()
    await expect(page).toHaveURL('/all-data?sort=likes')
  })

  test('an empty result shows a message and a button that clears the filters', async ({ page }) => {
    await page.goto('/all-data?q=no+such+post')
    await expect(page.getByText('Total: 0 items')).toBeVisible()
    await expect(page.getByText('Try another search or other filters.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click()
    await expect(table(page)).toBeVisible()
  })

  test('columns can be hidden, and the choice is stored for this table only', async ({ page }) => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const choice = page.getByRole('dialog', { name: 'Columns' })
    for (const name of ['Caption', 'Account'])
      await expect(choice.getByRole('checkbox', { name })).toBeDisabled()
    await choice.getByRole('checkbox', { name: 'CPM' }).uncheck()
    await page.keyboard.press('Escape')
    const cpm = page.getByRole('columnheader', { name: 'CPM' })
    await expect(cpm).toHaveCount(0)
    await page.reload()
    await expect(table(page)).toBeVisible()
    await expect(cpm).toHaveCount(0)
    await page.getByRole('tab', { name: 'TikTok Videos' }).click()
    await expect(cpm).toBeVisible()
    await page.getByRole('tab', { name: 'Instagram Posts' }).click()
    await expect(table(page)).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await choice.getByRole('button', { name: 'Show all columns' }).click()
    await expect(cpm).toBeVisible()
  })

  test('another tab starts at its first page and keeps the search', async ({ page }) => {
    await page.goto('/all-data?page=1&sort=views&q=the&from=2020-01-01')
    await page.getByRole('tab', { name: 'TikTok Videos' }).click()
    await expect(page).toHaveURL('/all-data?tab=tiktok&q=the&from=2020-01-01')
  })

  test('the previous rows stay, dimmed, until the next ones are loaded', async ({ page }) => {
    const release = await holdRequest(page, 'GET', '**/api/dashboard/all-instagram-posts*sort=comments*')
    await page.getByRole('columnheader', { name: 'Comments' }).getByRole('button').click()
    await expect(page.locator('[aria-busy="true"]').getByRole('row').nth(1)).toBeVisible()
    release()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  })
})

test.describe('history', () => {
  for (const [variant, { viewport }] of Object.entries(VARIANTS)) {
    test(`an item opens its history, ${variant}`, async ({ page, signIn }) => {
      await page.setViewportSize(viewport)
      await signIn(page)
      await page.goto('/all-data?tab=tiktok&sort=views')
      await page
        .getByRole('link', { name: /^History of / })
        .first()
        .click()
      await expect(page).toHaveURL(/tab=tiktok&sort=views&item=\d+$/)
      const drawer = page.getByRole('dialog', { name: /^History of a video by @/ })
      const chart = drawer.getByRole('group', { name: /^Views, every / })
      await expect(chart).toBeVisible()
      await chart.getByRole('img').last().focus()
      await page.keyboard.press('ArrowLeft')
      await expect(chart.getByRole('img').nth(-2)).toBeFocused()
      await drawer.getByText('Show as table').click()
      await expect(drawer.getByRole('table').getByRole('row')).not.toHaveCount(1)
      await examine(page, `history-${variant}`)

      await drawer.getByRole('radiogroup', { name: 'Metric' }).getByText('Likes').click()
      await drawer.getByText('Gained', { exact: true }).click()
      await expect(drawer.getByRole('group', { name: /^Likes, every / })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(page).toHaveURL('/all-data?tab=tiktok&sort=views')
    })
  }
})

test('on a phone filters and order open on request', async ({ page, signIn }) => {
  await page.setViewportSize(VARIANTS.phone.viewport)
  await signIn(page)
  await page.goto('/all-data?tab=tiktok&account=google')
  const order = page.getByRole('combobox', { name: 'Order' })
  await expect(order).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove google' })).toBeVisible()
  const filters = page.getByRole('button', { name: 'Filters (1)' })
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await filters.click()
  await order.selectOption('Shares: high to low')
  await expect(page).toHaveURL('/all-data?tab=tiktok&sort=shares&account=google')
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toHaveAttribute('aria-expanded', 'true')
})

function accounts(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Accounts' })
}

function table(page: Page): Locator {
  return page.getByRole('region', { name: 'Instagram Posts' }).getByRole('table')
}

/** The known numbers of a column, whose index starts at 0; rows with unknown numbers are left out. */
async function exactNumbers(page: Page, column: number): Promise<number[]> {
  const cells = table(page).locator(`tbody tr td:nth-child(${column + 1}) [title]`)
  const titles = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('title') ?? ''))
  return titles.map((title) => Number(title.replaceAll(',', '')))
}

function isDescending(numbers: number[]): boolean {
  return (
    numbers.length > 1 && numbers.every((number, index) => index === 0 || number <= (numbers[index - 1] ?? 0))
  )
}
