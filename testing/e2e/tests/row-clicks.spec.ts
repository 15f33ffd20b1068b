import { idsOf } from '../support/data/ids.ts'
import { expect, test } from '../support/test.ts'

test('a click on a row of the content opens the history of its item', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/all-data?sort=views')
  await page.getByRole('row').nth(1).getByRole('cell').nth(3).click()
  await expect(page).toHaveURL(/sort=views&item=\d+$/)
  await expect(page.getByRole('dialog', { name: /^History of a post by @/ })).toBeVisible()
})

test('a click on a row of the accounts opens the account, except on its controls', async ({
  page,
  api,
  signIn,
}) => {
  const { group } = await idsOf(api)
  await signIn(page)
  const list = `/tiktok?group=${group}`
  await page.goto(list)
  await page.getByText('Table', { exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: '@dylanlemay' })

  await row.getByRole('button', { name: 'Delete @dylanlemay' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this account?' })
  await question.getByText('will no longer be tracked').click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(list)

  await row.getByRole('cell').nth(6).click()
  await expect(page).toHaveURL(/\/tiktok\/\d+$/)
  await expect(page.getByRole('heading', { name: '@dylanlemay' })).toBeVisible()
})
