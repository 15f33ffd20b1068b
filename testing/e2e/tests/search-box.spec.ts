import { holdRequest } from '../support/screens/holdRequest.ts'
import { press } from '../support/screens/keyboard.ts'
import { stopClock } from '../support/screens/stopClock.ts'
import { expect, test } from '../support/test.ts'

const POSTS = '/api/dashboard/all-instagram-posts?page=1&per_page=100'

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

test('the words of a search are marked in captions', async ({ page, api, signIn }) => {
  const { posts } = await api.get<{ posts: { caption: string | null }[] }>(POSTS)
  const captions = posts.map(({ caption }) => caption ?? '')
  const [one, other] = captions.flatMap((caption) => /([a-z]{4,}) ([a-z]{4,})/i.exec(caption)?.slice(1) ?? [])
  if (one === undefined || other === undefined) throw new Error('no caption has two words')
  await signIn(page)
  await page.goto('/all-data')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('mark')).toHaveCount(0)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(`${other.toUpperCase()} ${one}`)
  for (const word of [one, other])
    await expect(
      page
        .locator('mark')
        .filter({ hasText: new RegExp(`^${word}$`, 'i') })
        .first(),
    ).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.locator('mark')).toHaveCount(0)
})
