import { examineAllVariants } from '../support/screens/examine.ts'
import { expect, test } from '../support/test.ts'

type Items = { items: { platform: string; item_id: string; views: number }[]; total: number }

test('the posts and videos of all platforms are one table, in its order', async ({ page, api, signIn }) => {
  const path = '/api/dashboard/all-content?per_page=100&sort=views'
  const { items, total } = await api.get<Items>(path)
  await signIn(page)
  await page.goto('/all-data')
  await page.getByRole('tab', { name: 'All Platforms' }).click()
  await page.getByRole('columnheader', { name: 'Views' }).getByRole('button').click()
  await expect(page).toHaveURL('/all-data?tab=all&sort=views')
  await expect(page.getByText(`Total: ${total} items`)).toBeVisible()
  const everything = page.getByRole('region', { name: 'All Platforms' })
  const histories = everything.getByRole('link', { name: /^History of / })
  await expect(histories).toHaveCount(items.length)
  for (const [index, { item_id }] of items.entries())
    await expect(histories.nth(index)).toHaveAccessibleName(`History of ${item_id}`)
  for (const platform of ['Instagram', 'TikTok'])
    await expect(everything.getByRole('img', { name: platform, exact: true }).first()).toBeVisible()
  await examineAllVariants(page, 'content-all-platforms')
})

test('an item opens the history of its platform, also after a reload', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/all-data?tab=all&sort=shares')
  await page
    .getByRole('link', { name: /^History of / })
    .first()
    .click()
  await expect(page).toHaveURL(/tab=all&sort=shares&item=\d+&of=tiktok$/)
  const drawer = page.getByRole('dialog', { name: /^History of a video by @/ })
  await expect(drawer.getByRole('group', { name: /^Views, every / })).toBeVisible()
  await page.reload()
  await expect(drawer.getByRole('group', { name: /^Views, every / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/all-data?tab=all&sort=shares')
})
