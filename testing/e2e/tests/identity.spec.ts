import type { Page } from '@playwright/test'
import { query } from '../support/programs/database.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { memberOf } from '../support/data/members.ts'
import { SCRAPED_WITHIN, test, type Tracked } from '../support/programs/seeded.ts'
import { withFault, withFaults } from '../support/programs/simulator.ts'
import { expect } from '../support/test.ts'

test.beforeEach(({ watch }) => {
  // The scrape that finds the new owner fails with this status.
  watch.allow(/status of 502/)
})

test('an account with a handle conflict waits for an admin, who follows the new owner', async ({
  page,
  tracked,
  signIn,
}) => {
  await signIn(page)
  await withFaults(takenOver(tracked), async () => {
    const card = await untilUndecided(page, tracked)
    await expect(card).toContainText('No updates (awaiting review)')
    await expect(card).not.toContainText('Next update')
    await examineAllVariants(page, 'identity-card')

    await press(card.getByRole('button', { name: `Review @${tracked.username}` }))
    const dialog = page.getByRole('dialog', { name: `Is @${tracked.username} still the same account?` })
    await expect(dialog.getByRole('definition').first()).toContainText(`@${tracked.username}`)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await examineAllVariants(page, 'identity-dialog')
    await dialog.getByRole('radio', { name: 'Follow the new owner' }).check()
    await press(dialog.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Saved. Updates resume.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(card).not.toContainText('belongs to another account')
    await expect(card).toContainText('Last updated: just now', { timeout: SCRAPED_WITHIN })
  })
})

test('the Dashboard links to an account with a handle conflict, and its history continues if it is the same', async ({
  page,
  api,
  tracked,
  signIn,
}) => {
  const path = `/api/tiktok/accounts/${tracked.id}/videos`
  const { total } = await api.get<{ total: number }>(path)
  await signIn(page)
  await withFaults(takenOver(tracked), async () => {
    await untilUndecided(page, tracked)
    await page.goto(`/?group=${tracked.group}`)
    const problem = page
      .getByRole('region', { name: 'TikTok totals' })
      .getByRole('link', { name: /1 account: / })
    await expect(problem).toContainText('belongs to another account')
    await press(problem)
    await expect(page).toHaveURL(`/tiktok?group=${tracked.group}&status=identity_changed`)
    const card = page.getByRole('article', { name: `@${tracked.username}` })
    await press(card.getByRole('button', { name: `Review @${tracked.username}` }))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'It is the same account' }).check()
    await press(dialog.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Saved. Updates resume.')).toBeVisible()
  })
  expect((await api.get<{ total: number }>(path)).total).toBeGreaterThanOrEqual(total)
})

test('a member sees that an administrator must decide', async ({ page, api, tracked, signInAs }) => {
  await signInAs(page, await memberOf(api, tracked.group))
  await withFaults(takenOver(tracked), async () => {
    const card = await untilUndecided(page, tracked)
    await expect(card).toContainText('Updates are paused until an admin reviews it.')
    await expect(card.getByRole('button', { name: /^Review/ })).toHaveCount(0)
  })
})

test('a renamed account is followed, and shows its former name', async ({ page, tracked, signIn }) => {
  await signIn(page)
  await page.goto(`/tiktok?group=${tracked.group}`)
  const renamed = `${tracked.username}_renamed`
  await withFault({ fault: 'renamed', username: tracked.username }, async () => {
    await scrape(page, tracked.username)
    const card = page.getByRole('article', { name: `@${renamed}` })
    await expect(card).toContainText(`formerly @${tracked.username}`, { timeout: SCRAPED_WITHIN })
    await examineAllVariants(page, 'former-names')
    await press(card.getByRole('link', { name: /\d+ videos/ }))
    await expect(page.getByRole('heading', { name: `@${renamed}` })).toBeVisible()
    await expect(page.getByText(`formerly @${tracked.username}`)).toBeVisible()
  })
})

/** The handle has a new owner, and the list response contains no new handle by which the account could be followed. */
const takenOver = ({ username }: Tracked) => [
  { fault: 'deleted' as const, username, class: 'tiktok.item_list' as const },
  { fault: 'recycled' as const, username },
]

/** Opens the accounts and scrapes until the card shows the handle conflict. */
async function untilUndecided(page: Page, { group, username }: Tracked) {
  await page.goto(`/tiktok?group=${group}`)
  await scrape(page, username)
  const card = page.getByRole('article', { name: `@${username}` })
  await expect(card).toContainText('TikTok returned another account', { timeout: SCRAPED_WITHIN })
  // A second observation counts if it is at least ten minutes later.
  await query(
    "UPDATE platform_accounts SET doubted_at = doubted_at - interval '10 minutes' WHERE username = $1",
    [username],
  )
  await scrape(page, username)
  await expect(card).toContainText(`@${username} now belongs to another account`, { timeout: SCRAPED_WITHIN })
  return card
}

async function scrape(page: Page, username: string): Promise<void> {
  const card = page.getByRole('article', { name: `@${username}`, exact: true })
  await press(card.getByRole('button', { name: `Scrape new videos of @${username}` }))
}
