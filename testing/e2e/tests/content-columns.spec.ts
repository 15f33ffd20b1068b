import { idsOf } from '../support/data/ids.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/all-data')
  await expect(page.getByRole('table')).toBeVisible()
})

test('gained views of a period can be shown, sorted and summed up', async ({ page }) => {
  const gained = page.getByRole('columnheader', { name: 'Gained' })
  await expect(gained).toHaveCount(0)
  await page.getByLabel('Views gained in').selectOption('Gained: last 28 days')
  await expect(page).toHaveURL('/all-data?gained=28-days')
  await gained.getByRole('button').click()
  await expect(page).toHaveURL('/all-data?sort=gained&gained=28-days')
  await expect(gained).toHaveAttribute('aria-sort', 'descending')
  const sums = page.waitForRequest(
    (request) =>
      /\/sums\?.*gained_from=\d{4}-\d{2}-\d{2}/.test(request.url()) && request.url().includes('account'),
  )
  const accounts = page.getByRole('combobox', { name: 'Accounts' })
  await accounts.fill('google, natgeo,')
  await sums
  await expect(page.getByLabel('Totals').getByText('Gained', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Totals')).toContainText('TotalsAll Groups')

  await page.reload()
  await expect(gained).toHaveAttribute('aria-sort', 'descending')
  await page.getByLabel('Views gained in').selectOption('Views gained…')
  await expect(gained).toHaveCount(0)
  await expect(page).toHaveURL('/all-data?account=google,natgeo')
})

test('an admin can show the groups of posts', async ({ page }) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Group' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Group' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('cell', { name: 'Northwind Media' }).first()).toBeVisible()
})

test('a shown column stays chosen while a selected group makes it unavailable', async ({ page, api }) => {
  const { group } = await idsOf(api)
  const header = (name: string) => page.getByRole('columnheader', { name })
  const column = (name: string) =>
    page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name, exact: true })
  await page.getByRole('button', { name: 'Columns' }).click()
  await column('Group').check()
  await expect(header('Group')).toBeVisible()
  await page.goto(`/all-data?group=${group}`)
  await page.getByRole('button', { name: 'Columns' }).click()
  await column('Last Updated').uncheck()
  await expect(header('Last Updated')).toHaveCount(0)
  await expect(column('Group')).toHaveCount(0)
  await page.goto('/all-data')
  await expect(header('Group')).toBeVisible()
  await expect(header('Last Updated')).toHaveCount(0)
})

test('an account leads to its page, and beside it to its profile', async ({ page }) => {
  const row = page.getByRole('row').nth(1)
  await expect(row.getByRole('link', { name: / on Instagram$/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.instagram\.com\//,
  )
  const account = row.getByRole('link', { name: /^@[\w.]+$/ })
  const name = (await account.textContent()) ?? ''
  await account.click()
  await expect(page).toHaveURL(/\/instagram\/\d+$/)
  await expect(page.getByRole('heading', { name })).toBeVisible()

  await page.goto('/instagram/@no.such.account')
  await expect(page.getByText('Account not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open on Instagram' })).toBeVisible()
})
