import type { Page } from '@playwright/test'
import { query } from '../support/database.ts'
import { examineAllVariants } from '../support/examine.ts'
import { test as base } from '../support/groups.ts'
import { press } from '../support/keyboard.ts'
import { missingName } from '../support/missingName.ts'
import { withFault } from '../support/simulator.ts'
import { expect } from '../support/test.ts'

/** One whose recorded videos are from long ago, and one that the platform does not have. Neither needs a session. */
const [SILENT, MISSING] = ['dylanlemay', missingName()]
const SILENT_MINUTES = 16 * 60
const SCRAPED_WITHIN = 60_000

type Accounts = {
  accounts: { username: string; status: string; cadence: { every_minutes: number } }[]
}

/** A group with both accounts, each of which was tried, and nothing of the one is lively any more. */
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
    // Old videos whose views have grown are looked at as if they were young; here they are found calm at once.
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

test.setTimeout(4 * 60_000)

test('a card says how often its account is read, and why not more often', async ({
  page,
  api,
  group,
  signIn,
  watch,
}) => {
  // The scrape that somebody asks for of a private account fails, and says so.
  watch.allow(/status of 502/)
  await signIn(page)
  await page.goto(`/tiktok?group=${group.id}`)
  const silent = page.getByRole('article', { name: `@${SILENT}` })
  await expectReason(page, SILENT, 'every 16 h: quiet', /^Nothing new has been posted for a while\./)
  await expectReason(page, MISSING, 'every 15 min: not found', /^The platform says that it does not exist\./)
  await expect(silent).toContainText(/Next scrape: (due now|in )/)
  // What failed can be tried again, and nothing else.
  await expect(page.getByRole('button', { name: /^Try @.* again$/ })).toHaveText('Try again')
  await examineAllVariants(page, 'cadence')

  await withFault({ fault: 'private', username: SILENT }, async () => {
    await press(silent.getByRole('button', { name: `Scrape new videos of @${SILENT}` }))
    await expect(silent).toContainText('every day: private', { timeout: SCRAPED_WITHIN })
  })
  await expectReason(page, SILENT, 'every day: private', /It is checked once a day\.$/)
  await expect(silent.getByRole('button', { name: `Try @${SILENT} again` })).toBeVisible()

  // The same beside the account's items.
  await press(silent.getByRole('button', { name: /\d+ videos/ }))
  const items = page.getByRole('dialog', { name: `@${SILENT}` })
  await expect(items.getByRole('button', { name: 'every day: private' })).toBeVisible()
  await page.keyboard.press('Escape')

  await api.post(`/api/groups/${group.id}/toggle`, {})
  await expectReason(page, SILENT, 'not scraped: group switched off', /^Its group is switched off\.$/)
  await expect(silent).not.toContainText('Next scrape')
})

/** Lets an account have no videos that are lively. */
async function calm(username: string): Promise<void> {
  await query(
    'DELETE FROM boosted_posts r USING platform_accounts a WHERE a.id = r.account_id AND a.username = $1',
    [username],
  )
}

/** What a card says of the pace, and what the keyboard is told of it. */
async function expectReason(page: Page, username: string, reason: string, why: RegExp): Promise<void> {
  const note = page.getByRole('article', { name: `@${username}` }).getByRole('button', { name: reason })
  await expect(note).toHaveAccessibleDescription(why)
  await note.focus()
  await expect(page.getByRole('tooltip')).toHaveText(why)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
}
