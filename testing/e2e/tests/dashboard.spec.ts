import { examine } from '../support/screens/examine.ts'
import { idsOf } from '../support/data/ids.ts'
import { test } from '../support/data/groups.ts'
import { memberOf } from '../support/data/members.ts'
import { unique } from '../support/data/names.ts'
import { expectEventually } from '../support/screens/expectEventually.ts'
import { expect } from '../support/test.ts'

test('an admin selects one group, and the choice is in the URL', async ({ page, api, makeGroup, signIn }) => {
  const { group } = await idsOf(api)
  const empty = await makeGroup('Without accounts')
  await signIn(page)
  await page.goto('/')
  const choice = page.getByRole('combobox', { name: 'Client group' })
  await expect(choice.getByRole('option', { selected: true })).toHaveText('All Groups')
  const tracked = page
    .getByRole('region', { name: 'Instagram totals' })
    .getByText('Accounts tracked')
    .locator('..')
  await expect(tracked).toContainText('2')

  await choice.selectOption('Without accounts')
  await expect(page).toHaveURL(`/?group=${empty.id}`)
  await expect(tracked).toContainText('0')
  await expect(page.getByText('No recent activity')).toHaveCount(2)
  await examine(page, 'dashboard-empty-group')

  await page.goto(`/?group=${group}`)
  await expect(tracked).toContainText('2')
  await page.getByRole('link', { name: 'TikTok accounts' }).click()
  await expect(page).toHaveURL(`/tiktok?group=${group}`)
})

test('a member is only offered to add and scrape accounts if the group allows it', async ({
  page,
  api,
  makeGroup,
  signInAs,
}) => {
  const { id } = await makeGroup(unique('Reserved'))
  await api.patch(`/api/groups/${id}`, { members_manage_accounts: false })
  await signInAs(page, await memberOf(api, id))
  const rule = page.waitForResponse(`**/api/groups/${id}?*`)
  await page.goto('/')
  await rule
  await expect(page.getByRole('region', { name: 'TikTok totals' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  const scrapeAll = page.getByRole('button', { name: 'Scrape All' })
  await expect(scrapeAll).toHaveCount(0)
  const firstSteps = page.getByRole('region', { name: 'First steps' })
  await expect(firstSteps).toHaveCount(0)

  await api.patch(`/api/groups/${id}`, { members_manage_accounts: true })
  await page.reload()
  await expect(scrapeAll).toBeVisible()
  await expect(firstSteps.getByRole('link', { name: 'Add an account' })).toBeVisible()
})

test('every average explains its calculation', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  for (const [name, formula] of [
    ['Avg Instagram CPM', 'Total cost ÷ total views × 1,000'],
    ['Avg Instagram Engagement', '(likes + comments) ÷ views × 100'],
    ['Avg TikTok CPM', 'Total cost ÷ total views × 1,000'],
    ['Avg TikTok Engagement', '(likes + comments + shares) ÷ views × 100'],
  ] as const) {
    const helpButton = page.getByRole('button', { name: `How ${name} is calculated` })
    const tip = page.getByRole('tooltip')
    await helpButton.focus()
    await expect(tip).toContainText(formula)
    // A tooltip fades out before the next one appears: two of the formulas are the same.
    await helpButton.blur()
    await expect(tip).toHaveCount(0)
  }
})

test('the CPM of views without a cost is unknown, with the reason', async ({
  page,
  api,
  makeGroup,
  signIn,
}) => {
  type Stats = { tiktok: { total_views: number; avg_cpm: number } }
  const { id } = await makeGroup(unique('Without a rate'))
  await api.patch(`/api/groups/${id}`, { cost: { model: 'none' } })
  await api.post('/api/tiktok/accounts', { username: 'dylanlemay', group_id: id })
  await expect
    .poll(async () => {
      const { tiktok } = await api.get<Stats>(`/api/dashboard/stats?group_id=${id}`)
      return { isViewed: tiktok.total_views > 0, cpm: tiktok.avg_cpm }
    })
    .toEqual({ isViewed: true, cpm: 0 })
  await signIn(page)
  await page.goto(`/?group=${id}`)
  const tile = page.getByRole('region', { name: 'Avg TikTok CPM', exact: true })
  await expect(tile.getByRole('img', { name: 'No rate set, or the cost is too small to show' })).toBeVisible()
})

test('views show how many posts they are based on', async ({ page, api, signIn }) => {
  type Stats = { instagram: { viewed: number }; content: { instagram_posts: number } }
  await signIn(page)
  await page.goto('/')
  await expectEventually(async () => {
    const { instagram, content } = await api.get<Stats>('/api/dashboard/stats')
    // Photos have no view count.
    expect(instagram.viewed).toBeLessThan(content.instagram_posts)
    const posts = `${instagram.viewed.toLocaleString('en-US')} ${instagram.viewed === 1 ? 'post' : 'posts'}`
    const text = `Based on ${posts} with a public view count`
    await page.reload()
    await expect(page.getByRole('region', { name: 'Instagram totals' })).toContainText(text)
    for (const name of ['CPM', 'Engagement'])
      await expect(
        page.getByRole('button', { name: `How Avg Instagram ${name} is calculated` }),
      ).toHaveAccessibleDescription(new RegExp(`\\. ${text}$`))
  })
})

test('the history of a top video opens over the Dashboard', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  const top = page.getByRole('region', { name: 'Top TikTok Videos' })
  await top
    .getByRole('link', { name: /^History of / })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: /^History of a video by @/ })
  await expect(drawer).toContainText('Posted')
  await expect(drawer).toContainText('Engagement')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/')
})
