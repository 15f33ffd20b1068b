import { query } from '../support/programs/database.ts'
import { examineAllVariants } from '../support/screens/examine.ts'
import { test as base } from '../support/programs/seeded.ts'
import { expect } from '../support/test.ts'

const WAITS = /^TikTok refuses requests from this address\. Next attempt: in \d+ minutes\.$/

/** TikTok has just refused the scraper's addresses, which are on cooldown for half an hour. */
const test = base.extend<{ cooldown: void }>({
  cooldown: async ({ tracked }, use) => {
    // The cooldown starts after the scrape of the account.
    expect(tracked.id).toBeGreaterThan(0)
    const until = new Date(Date.now() + 30 * 60_000)
    await query(
      `INSERT INTO rate_limit_buckets (kind, platform, key, used_at, ready_at, blocked_until)
       VALUES ('address', 'tiktok', 'direct', now(), $1, $1)
       ON CONFLICT (kind, platform, key) DO NOTHING`,
      [until],
    )
    await query(
      `UPDATE rate_limit_buckets SET used_at = now(), ready_at = $1, blocked_until = $1
       WHERE kind = 'address' AND platform = 'tiktok'`,
      [until],
    )
    // Makes the account's next scrape due.
    await query(
      `UPDATE platform_accounts SET last_attempt_at = now() - interval '1 day'
       FROM tracked_accounts t WHERE t.account_id = platform_accounts.id AND t.id = $1`,
      [tracked.id],
    )
    await use()
    await query(`DELETE FROM rate_limit_buckets WHERE kind = 'address' AND platform = 'tiktok'`, [])
  },
})

test('accounts that wait for a cooldown show this on the dashboard and on their card', async ({
  page,
  tracked,
  cooldown,
  signIn,
}) => {
  expect(cooldown).toBeUndefined()
  await signIn(page)
  await page.goto(`/?group=${tracked.group}`)
  await expect(page.getByRole('region', { name: 'TikTok totals' }).getByText(WAITS)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Instagram totals' }).getByText(WAITS)).toHaveCount(0)
  await examineAllVariants(page, 'dashboard-cooldown')

  await page.goto(`/tiktok?group=${tracked.group}`)
  const card = page.getByRole('article', { name: `@${tracked.username}` })
  await expect(card.getByText(WAITS)).toBeVisible()
})
