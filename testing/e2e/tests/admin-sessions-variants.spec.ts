import { examineAllVariants } from '../support/screens/examine.ts'
import { makeSessions, sessionRows, test } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

const SCREEN = '/admin/sessions'

test('Instagram Sessions', async ({ page, pool }) => {
  await pool.set([])
  await page.goto(SCREEN)
  await expect(page.getByText('No sessions configured')).toBeVisible()
  await examineAllVariants(page, 'sessions-empty')
  await pool.set(makeSessions(510))
  await page.goto(`${SCREEN}?page=5`)
  await expect(sessionRows(page)).toHaveCount(50)
  await examineAllVariants(page, 'sessions')
})
