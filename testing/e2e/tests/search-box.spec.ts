import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { stopClock } from '../support/screens/stopClock.ts'
import { expect, test } from '../support/test.ts'

test('text that was typed just before the filters are cleared is not applied', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn(page)
  await page.goto('/all-data?q=ice')
  const clear = page.getByRole('button', { name: 'Clear filters' })
  // The text is applied after a pause.
  await stopClock(page, clear)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially(' cream')
  await press(clear)
  await expect(search).toHaveValue('')
  await page.clock.runFor(1000)
  await expect(page).toHaveURL('/all-data')
  await expect(search).toHaveValue('')
})

test('text that was typed just before another screen is opened does not lead back', async ({
  page,
  signIn,
}) => {
  await page.clock.install()
  await signIn(page)
  await page.goto('/all-data')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await stopClock(page, search)
  // The screen stays until the file of the next one has arrived.
  const release = await holdRequest(page, 'GET', '**/assets/*.js')
  await search.pressSequentially('ice')
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await page.clock.runFor(1000)
  release()
  await expect(page.getByRole('heading', { name: 'Group Management' })).toBeVisible()
  await expect(page).toHaveURL('/admin/groups')
})
