import { expect, test } from '../support/test.ts'

test('a tooltip shows every digit of a change', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  const change = page.getByRole('region', { name: 'TikTok totals' }).locator('[data-tip$=" views"]')
  // While the page loads, the number may move away from the pointer.
  await expect(async () => {
    await change.hover()
    await expect(page.getByRole('tooltip')).toHaveText(/^[−\d,]+ views$/, { timeout: 5_000 })
  }).toPass()
})
