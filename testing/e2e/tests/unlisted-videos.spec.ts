import { examineAllVariants } from '../support/screens/examine.ts'
import { test } from '../support/programs/seeded.ts'
import { expect } from '../support/test.ts'

test('a card shows how many videos the platform’s list omits', async ({ page, tracked, signIn }) => {
  const counted = { video_count: 328, gap: 12 }
  await page.route('**/api/tiktok/accounts?*', async (route) => {
    const response = await route.fetch()
    const { accounts, ...rest } = (await response.json()) as { accounts: object[] }
    await route.fulfill({
      response,
      json: { ...rest, accounts: accounts.map((one) => ({ ...one, ...counted })) },
    })
  })
  await signIn(page)
  await page.goto(`/tiktok?group=${tracked.group}`)
  const card = page.getByRole('article', { name: `@${tracked.username}` })
  await expect(card).toContainText('TikTok lists 328 of 340 videos')
  await examineAllVariants(page, 'gap')
  counted.gap = 0
  await page.reload()
  await expect(card).toContainText('328 videos')
  await expect(card).not.toContainText('not in the list')
})
