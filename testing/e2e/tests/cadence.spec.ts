import type { Page } from '@playwright/test'
import { query } from '../support/programs/database.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { test as base } from '../support/data/groups.ts'
import { press } from '../support/screens/keyboard.ts'
import { missingName } from '../support/data/names.ts'
import { withFault } from '../support/programs/simulator.ts'
import { expect } from '../support/test.ts'

/** One account whose recorded videos are old, and one that does not exist on the platform. Neither needs a session. */
const [SILENT, MISSING] = ['dylanlemay', missingName()]
const SILENT_MINUTES = 16 * 60
const SCRAPED_WITHIN = 120_000

type Accounts = {
  accounts: { username: string; status: string; cadence: { every_minutes: number } }[]
}

/** A group with both accounts after their first scrape, in which the silent one has no boosted videos. */
const test = base.extend<{ group: { id: number } }>({
  group: async ({ api, makeGroup }, use, { testId }) => {
    const group = await makeGroup(`Cadence ${testId.slice(-12)}`)
    const accounts = [SILENT, MISSING].map((username) => ({ username }))
    await api.post('/api/tiktok/accounts/bulk', { accounts, group_id: group.id })
    const tracked = async () =>
      (await api.get<Accounts>(`/api/tiktok/accounts?group_id=${group.id}`)).accounts
    const statuses = async () =>
      Object.fromEntries((await tracked()).map(({ username, status }) => [username, status]))
    await expect
      .poll(statuses, { timeout: SCRAPED_WITHIN })
      .toEqual({ [SILENT]: 'ok', [MISSING]: 'not_found' })
    // Old videos whose views have grown are scraped like new ones; here the boost is removed at once.
    const cadence = async () => {
      const silent = (await tracked()).find(({ username }) => username === SILENT)
      const every = silent?.cadence.every_minutes
      if (every !== SILENT_MINUTES) await calm(SILENT)
      return every
    }
    await expect.poll(cadence, { timeout: SCRAPED_WITHIN }).toBe(SILENT_MINUTES)
    await use(group)
  },
})

test('a card shows how often its account is scraped, and why not more often', async ({
  page,
  api,
  group,
  signIn,
  watch,
}) => {
  // The manual scrape of a private account fails with this status.
  watch.allow(/status of 502/)
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const silent = page.getByRole('article', { name: `@${SILENT}` })
  await expectReason(
    page,
    SILENT,
    'Updates every 16 hours (no recent posts)',
    /^No recent posts, so updates are less frequent\./,
  )
  await expectReason(
    page,
    MISSING,
    'Updates every 15 min (not found)',
    /^Not found\. Checked once in a while\.$/,
  )
  await expect(silent).toContainText(/Next update: (any moment|in )/)
  // Only failed accounts can be retried.
  await expect(page.getByRole('button', { name: /^Retry @/ })).toHaveText('Retry')
  await examineAllVariants(page, 'cadence')

  await withFault({ fault: 'private', username: SILENT }, async () => {
    await press(silent.getByRole('button', { name: `Scrape new videos of @${SILENT}` }))
    await expect(silent).toContainText('Updates daily (private)', { timeout: SCRAPED_WITHIN })
  })
  await expectReason(page, SILENT, 'Updates daily (private)', /^Not visible\. Updated once a day\.$/)
  await expect(silent.getByRole('button', { name: `Retry @${SILENT}` })).toBeVisible()

  // The same information is shown on the account's page.
  await press(silent.getByRole('link', { name: /\d+ videos/ }))
  await expect(page.getByRole('heading', { name: `@${SILENT}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Updates daily (private)' })).toBeVisible()
  await press(page.getByRole('link', { name: 'Back to the TikTok accounts' }))
  // Other tests expect that the account can be scraped.
  await press(silent.getByRole('button', { name: `Retry @${SILENT}` }))
  await expect(silent).not.toContainText('private', { timeout: SCRAPED_WITHIN })

  await api.post(`/api/groups/${group.id}/toggle`, {})
  await expectReason(page, SILENT, 'No updates (group deactivated)', /^The group is deactivated\.$/)
  await expect(silent).not.toContainText('Next update')
})

/** Removes the boosts of an account's videos. */
async function calm(username: string): Promise<void> {
  await query(
    'DELETE FROM boosted_posts r USING platform_accounts a WHERE a.id = r.account_id AND a.username = $1',
    [username],
  )
}

/** Checks the interval on a card and its explanation for mouse and keyboard users. */
async function expectReason(page: Page, username: string, reason: string, why: RegExp): Promise<void> {
  const note = page.getByRole('article', { name: `@${username}` }).getByRole('button', { name: reason })
  await expect(note).toHaveAccessibleDescription(why)
  await note.focus()
  await expect(page.getByRole('tooltip')).toHaveText(why)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
}
