import { expect, test } from '../support/test.ts'

test('every digit of a change is in its tooltip', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  const change = page.getByRole('region', { name: 'TikTok totals' }).locator('[data-tip]')
  await change.hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^[−\d,]+ views$/)
})
