import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { unique } from '../support/data/names.ts'
import { test } from '../support/programs/seeded.ts'
import { expect } from '../support/test.ts'

type Accounts = { accounts: { id: number }[] }

test('an account is erased after its name was typed twice, and can be allowed again', async ({
  page,
  api,
  tracked: { group, username },
  makeGroup,
  signIn,
}) => {
  // Another group has tracked the account, and could restore it.
  const former = await makeGroup(unique('Former'))
  await api.post('/api/tiktok/accounts', { username, group_id: former.id })
  const { accounts } = await api.get<Accounts>(`/api/tiktok/accounts?group_id=${former.id}`)
  for (const { id } of accounts) await api.delete(`/api/tiktok/accounts/${id}`)
  await signIn(page)
  await page.goto('/admin?tab=data-protection')
  const panel = page.getByRole('region', { name: 'Erased accounts' })
  await expect(panel).toContainText('No erasure requests yet')
  const restore = page
    .getByRole('region', { name: 'Recently deleted' })
    .getByRole('button', { name: `Restore ${username}`, exact: true })
  await expect(restore).toBeVisible()
  await press(panel.getByRole('button', { name: 'Erase account data' }))
  const which = page.getByRole('dialog', { name: 'Erase account data' })
  await press(which.getByRole('button', { name: 'Continue' }))
  await expect(which).toContainText('Username is required')
  await which.getByText('TikTok', { exact: true }).click()
  await which.getByLabel('Username').fill(`@${username}`)
  await examineAllVariants(page, 'erase-handle')
  await press(which.getByRole('button', { name: 'Continue' }))

  const sure = page.getByRole('dialog', { name: `Erase @${username} permanently?` })
  const erase = sure.getByRole('button', { name: 'Erase permanently' })
  await expect(erase).toBeDisabled()
  await sure.getByLabel('Type the username to confirm').fill('somebody.else')
  await expect(erase).toBeDisabled()
  await sure.getByLabel('Type the username to confirm').fill(username)
  await examineAllVariants(page, 'erase-confirm')
  await press(erase)

  const erased = page.getByRole('dialog', { name: 'Erased' })
  await expect(erased.getByRole('definition').first()).toHaveText('1')
  await examineAllVariants(page, 'erased')
  await press(erased.getByRole('button', { name: 'Done' }))
  await expect(panel.getByRole('row')).toHaveCount(2)
  await expect(panel).not.toContainText(username)
  await expect(restore).toHaveCount(0)
  await examineAllVariants(page, 'erasures')

  // The handle cannot be added again until an admin allows it.
  await page.goto(`/tiktok?group=${group}`)
  await expect(page.getByText('No accounts yet')).toBeVisible()
  await expect(api.post('/api/tiktok/accounts', { username, group_id: group })).rejects.toThrow(
    /handle_erased/,
  )
  await page.goto('/admin?tab=data-protection')
  await press(panel.getByRole('button', { name: /^Allow the account erased on/ }))
  const question = page.getByRole('dialog', { name: 'Allow this account again?' })
  await press(question.getByRole('button', { name: 'Allow again' }))
  await expect(page.getByText('The account can be tracked again')).toBeVisible()
  await expect(panel).toContainText('No erasure requests yet')
  await api.post('/api/tiktok/accounts', { username, group_id: group })
})
