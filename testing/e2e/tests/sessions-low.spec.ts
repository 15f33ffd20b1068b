import { mergeTests } from '@playwright/test'
import { examineAllVariants } from '../support/screens/examine.ts'
import { test as groups } from '../support/data/groups.ts'
import { press } from '../support/screens/keyboard.ts'
import { memberOf } from '../support/data/members.ts'
import { test as sessions } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

const test = mergeTests(sessions, groups)

/** The pool's status is up to a minute old and polled twice a minute. */
const KNOWN_WITHIN = 200_000
const LOW = /^Running low on sessions: 0 of about \d+ needed$/

test('the Dashboard shows an admin that there are too few sessions, and links to the page that adds them', async ({
  page,
  api,
  pool,
  makeGroup,
  signInAs,
}) => {
  const group = await makeGroup('Without sessions')
  await api.post('/api/instagram/accounts', { username: 'morning.coffee', group_id: group.id })
  await pool.set([])
  await page.goto(`/?group=${group.id}`)
  const instagram = page.getByRole('region', { name: 'Instagram totals' })
  const low = instagram.getByRole('link', { name: LOW })
  await expect(low).toBeVisible({ timeout: KNOWN_WITHIN })
  // TikTok needs no sessions.
  await expect(page.getByRole('link', { name: LOW })).toHaveCount(1)
  await examineAllVariants(page, 'sessions-low')
  await press(low)
  await expect(page).toHaveURL('/admin/sessions')

  // Only admins can add sessions.
  await signInAs(page, await memberOf(api, group.id))
  await page.goto('/')
  await expect(instagram).toContainText('Accounts tracked')
  await expect(instagram).toContainText('1 account: ')
  await expect(low).toHaveCount(0)
})
