import { examineAllVariants } from '../support/screens/examine.ts'
import { idsOf } from '../support/data/ids.ts'
import { expect, test } from '../support/test.ts'

test('Group Management', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/admin/groups')
  await expect(page.getByText('Northwind Media')).toBeVisible()
  await examineAllVariants(page, 'groups')
})

for (const tab of ['overview', 'instagram', 'tiktok']) {
  test(`the ${tab} of a group`, async ({ page, api, signIn }) => {
    const { group } = await idsOf(api)
    await signIn(page)
    await page.goto(`/admin/groups?group=${group}&tab=${tab}`)
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await examineAllVariants(page, `group-${tab}`)
  })
}
