import type { Locator, Page } from '@playwright/test'
import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import {
  manageAccounts,
  MANAGED_VIDEO,
  manageGroup,
  MANAGER,
  OWN_VIDEO,
  REASON,
  test,
} from '../support/data/managed.ts'
import { query } from '../support/programs/database.ts'
import { expect } from '../support/test.ts'

const card = (page: Page, username: string) => page.getByRole('article', { name: `@${username}` })

test.beforeEach(({ page, signIn }) => signIn(page))

test('an account that is managed elsewhere shows its manager, and can be scraped but not deleted', async ({
  page,
  group,
}) => {
  await page.goto(`/instagram?group=${group.id}`)
  const managed = card(page, 'from.git')
  await expect(managed).toContainText(MANAGER)
  const badge = managed.getByRole('button', { name: REASON })
  await badge.focus()
  await expect(page.getByRole('tooltip')).toHaveText(REASON)
  await page.keyboard.press('Escape')
  await expectRefused(page, managed.getByRole('button', { name: 'Delete @from.git' }))
  await expect(managed.getByRole('button', { name: 'Scrape new posts of @from.git' })).toBeEnabled()

  const own = card(page, 'own.clips')
  await expect(own).not.toContainText(MANAGER)
  await press(own.getByRole('button', { name: 'Delete @own.clips' }))
  await expect(page.getByRole('dialog', { name: 'Delete this account?' })).toBeVisible()
})

test('an account that is no longer managed elsewhere does not show a manager', async ({ page, group }) => {
  await page.goto(`/instagram?group=${group.id}`)
  const managed = card(page, 'from.git')
  const badge = managed.getByRole('button', { name: REASON })
  await badge.focus()
  const tip = page.getByRole('tooltip')
  await expect(tip).toHaveText(REASON)
  await manageAccounts(group.id, '')
  await expect(badge).toHaveCount(0)
  // The tooltip disappears with its target, even though the pointer did not move.
  await expect(tip).toHaveCount(0)
  await expect(managed.getByRole('button', { name: 'Delete @from.git' })).toBeEnabled()
})

test('selecting all accounts excludes those that are managed elsewhere', async ({ page, group }) => {
  await page.goto(`/tiktok?group=${group.id}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(
    page.getByText('2 accounts are managed outside the dashboard and cannot be deleted here.'),
  ).toBeVisible()
  const box = card(page, 'from.git').getByRole('checkbox')
  await expect(box).toBeDisabled()
  await expect(box).toHaveAccessibleDescription(REASON)
  await page.getByRole('button', { name: 'Select All', exact: true }).click()
  await examineAllVariants(page, 'managed-selection')
  await page.getByRole('button', { name: 'Delete (2)' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 accounts?' })
  await expect(question).toContainText('2 accounts that are managed outside the dashboard are kept.')
  await question.getByRole('button', { name: 'Delete 2 accounts' }).click()
  await expect(page.getByText('2 accounts deleted')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(card(page, 'also.from.git')).toBeVisible()
  // There is nothing left that could be deleted here.
  await expect(page.getByRole('button', { name: 'Add Account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0)
})

test('a single video that is managed elsewhere shows its manager, and cannot be deleted', async ({
  page,
  group,
}) => {
  await page.goto(`/tiktok?group=${group.id}&view=videos`)
  const managed = page.getByRole('row').filter({ hasText: MANAGED_VIDEO })
  await expect(managed.getByRole('button', { name: REASON })).toBeVisible()
  await expectRefused(page, managed.getByRole('button', { name: `Delete video ${MANAGED_VIDEO}` }))
  await examineAllVariants(page, 'managed-videos')
  // After the phone layout, it is a table again, with different buttons.
  const own = page.getByRole('row').filter({ hasText: OWN_VIDEO })
  await press(own.getByRole('button', { name: `Delete video ${OWN_VIDEO}` }))
  await expect(page.getByRole('dialog', { name: 'Delete this video?' })).toBeVisible()
})

test('in a group that is managed elsewhere, only who adds accounts can be changed', async ({
  page,
  group,
}) => {
  await manageGroup(group.id, MANAGER)
  await query("UPDATE groups SET scraper_pool = 'eu', allowed_scraper_pools = '{us}' WHERE id = $1", [
    group.id,
  ])
  await page.goto('/admin/groups')
  const row = page.getByRole('list', { name: 'Client groups' }).getByRole('listitem')
  const managed = row.filter({ hasText: group.name })
  await expect(managed.getByRole('button', { name: REASON })).toBeVisible()
  await expectRefused(page, managed.getByRole('button', { name: `Deactivate ${group.name}` }))
  await expectRefused(page, managed.getByRole('button', { name: `Delete ${group.name}` }))

  await examineAllVariants(page, 'managed-groups')
  await managed.getByRole('button', { name: group.name, exact: true }).click()
  const details = page.getByRole('region', { name: 'Group details' })
  await expect(details.getByRole('button', { name: REASON })).toBeVisible()
  for (const text of ['Scraper pooleu', 'Accounts may useus']) await expect(details).toContainText(text)
  await examineAllVariants(page, 'managed-group')
  await press(details.getByRole('button', { name: 'Edit group' }))
  const dialog = page.getByRole('dialog', { name: `Edit ${group.name}` })
  await expect(dialog).toContainText(`${REASON}. Here you can change only who manages its accounts.`)
  const members = dialog.getByLabel('All members can manage accounts')
  await expect(members).toBeFocused()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await examineAllVariants(page, 'managed-group-edit')
  await members.focus()
  await page.keyboard.press('Space')
  await press(dialog.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Group updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(details).toContainText('Group admins only')

  await details.getByRole('tab', { name: 'Instagram' }).click()
  const accounts = details.getByRole('region', { name: 'Accounts' })
  await expect(accounts.getByRole('button', { name: REASON })).toHaveCount(2)
})

test('cards and the list of groups show what is managed elsewhere', async ({ page, group }) => {
  await manageGroup(group.id, MANAGER)
  await page.goto('/tiktok')
  await expect(page.getByRole('button', { name: group.name })).toContainText(`Managed by ${MANAGER}`)
  await examineAllVariants(page, 'managed-groups-to-choose')
  await page.getByRole('button', { name: group.name }).click()
  await expect(card(page, 'from.git')).toContainText(MANAGER)
  await expect(page.getByRole('button', { name: 'Add Account' })).toBeVisible()
  await examineAllVariants(page, 'managed-accounts')
})

/** Checks that a control is unavailable and gives its reason visually and to screen readers. */
async function expectRefused(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeDisabled()
  await expect(control).toHaveAccessibleDescription(REASON)
  const tip = page.getByRole('tooltip')
  // The previous tooltip must have faded out, since two of them could not be distinguished.
  await expect(tip).toHaveCount(0)
  await control.focus()
  await expect(tip).toHaveText(REASON)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await control.blur()
  await expect(tip).toHaveCount(0)
}
