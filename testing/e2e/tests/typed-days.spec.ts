import { expect, test } from '../support/test.ts'

test.beforeEach(({ signIn, page }) => signIn(page))

test('a day that is typed into a filter keeps its digits, and the other day', async ({ page }) => {
  await page.goto('/all-data?tab=tiktok&from=2024-11-05&to=2024-11-08')
  // The first digit of the month is January, and that of the day is the first: both are before the first day.
  await page.getByLabel('Posted to').pressSequentially('1111')
  await expect(page).toHaveURL('/all-data?tab=tiktok&from=2024-11-05&to=2024-11-11')
  await expect(page.getByLabel('Posted from')).toHaveValue('2024-11-05')
})

test('the only day of a filter stays while its month is deleted and typed again', async ({ page }) => {
  await page.goto('/all-data?tab=tiktok&from=2024-11-05')
  const from = page.getByLabel('Posted from')
  await from.focus()
  await page.keyboard.press('Backspace')
  await expect(from).toHaveValue('')
  await expect(from).toBeFocused()
  await page.keyboard.type('12')
  await expect(page).toHaveURL('/all-data?tab=tiktok&from=2024-12-05')
  await expect(from).toBeFocused()
  await expect(from).toBeVisible()
})
