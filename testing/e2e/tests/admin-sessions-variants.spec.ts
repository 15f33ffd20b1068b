import { examine, VARIANTS } from '../support/screens/examine.ts'
import { makeSessions, sessionRows, test } from '../support/data/sessions.ts'
import { expect } from '../support/test.ts'

const SCREEN = '/admin/sessions'

for (const [variant, { viewport }] of Object.entries(VARIANTS)) {
  test.describe(variant, () => {
    test.use({ viewport })

    test('Instagram Sessions', async ({ page, pool }) => {
      await pool.set([])
      await page.goto(SCREEN)
      await expect(page.getByText('No sessions configured')).toBeVisible()
      await examine(page, `sessions-empty-${variant}`)
      await pool.set(makeSessions(510))
      await page.goto(`${SCREEN}?page=5`)
      await expect(sessionRows(page)).toHaveCount(50)
      await examine(page, `sessions-${variant}`)
    })
  })
}
