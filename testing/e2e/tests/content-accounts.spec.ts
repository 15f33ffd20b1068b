import type { Page } from '@playwright/test'
import { test } from '../support/data/groups.ts'
import { memberOf } from '../support/data/members.ts'
import { examine, VARIANTS } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

const POSTS = '/api/dashboard/all-instagram-posts?per_page=1'

const field = (page: Page) => page.getByRole('combobox', { name: 'Accounts' })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Accounts' }).getByRole('option')
const chips = (page: Page) => page.getByRole('list', { name: 'Selected accounts' }).getByRole('listitem')

test('several accounts are found by a part of their name, added and removed by keyboard only', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/all-data')
  await field(page).focus()
  await page.keyboard.type('GOOG')
  await expect(suggestions(page).first()).toContainText('@google')
  await expect(suggestions(page).last()).toHaveText('Usernames with “GOOG”')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/all-data?account=google')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  // The list does not cover the result.
  await expect(suggestions(page)).toHaveCount(0)

  // Before the search is answered.
  await page.keyboard.type('adrian')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/all-data?account=google,adrianhorning')
  await expect(chips(page)).toHaveText(['google', 'adrianhorning'])
  const { total } = await api.get<{ total: number }>(`${POSTS}&account=google,adrianhorning`)
  await expect(page.getByText(`Total: ${total} items`)).toBeVisible()

  await page.reload()
  await press(page.getByRole('button', { name: 'Remove google' }))
  await expect(page).toHaveURL('/all-data?account=adrianhorning')
  await expect(chips(page)).toHaveText(['adrianhorning'])
  await expect(field(page)).toBeFocused()
  await press(page.getByRole('button', { name: 'Remove adrianhorning' }))
  await expect(page).toHaveURL('/all-data')
  await expect(chips(page)).toHaveCount(0)
})

test('names of all platforms, a pasted list and parts of names are accepted', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/all-data?tab=all')
  await field(page).fill('@google, dylan')
  await expect(page).toHaveURL('/all-data?tab=all&account=google')
  await expect(field(page)).toHaveValue('dylan')
  await page.getByRole('option', { name: /@dylanlemay/ }).click()
  await expect(page).toHaveURL('/all-data?tab=all&account=google,dylanlemay')
  await field(page).fill('no.such.name')
  await expect(suggestions(page)).toHaveText(['Usernames with “no.such.name”'])
  await field(page).press('Enter')
  await expect(chips(page)).toHaveText(['google', 'dylanlemay', 'no.such.name'])
  const everything = page.getByRole('region', { name: 'All Platforms' })
  for (const platform of ['Instagram', 'TikTok'])
    await expect(everything.getByRole('img', { name: platform, exact: true }).first()).toBeVisible()
  // Another tab keeps them: a name may be one of each platform.
  await page.getByRole('tab', { name: 'TikTok Videos' }).click()
  await expect(page).toHaveURL('/all-data?tab=tiktok&account=google,dylanlemay,no.such.name')
  await expect(chips(page)).toHaveText(['google', 'dylanlemay', 'no.such.name'])
  await page.getByRole('tab', { name: 'All Platforms' }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/all-data?tab=all')
  await expect(chips(page)).toHaveCount(0)
  // The first arrow stays on the option that Enter chooses.
  await field(page).fill('dylanl')
  await expect(suggestions(page).first()).toContainText('@dylanlemay')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/all-data?tab=all&account=dylanlemay')
  await page.getByRole('button', { name: 'Remove dylanlemay' }).click()
  await expect(chips(page)).toHaveCount(0)
  // With a closed list, and when the focus leaves the field.
  await field(page).fill('goog')
  await expect(suggestions(page).first()).toContainText('@google')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveText(['goog'])
  await field(page).fill('dyl')
  await page.keyboard.press('Tab')
  await expect(chips(page)).toHaveText(['goog', 'dyl'])
})

test('no more accounts are added than the API accepts', async ({ page, signIn }) => {
  await signIn(page)
  const names = Array.from({ length: 9 }, (_, index) => `creator${index}`)
  await page.goto(`/all-data?account=${names.join(',')}`)
  await field(page).fill('google,natgeo,')
  await expect(chips(page)).toHaveText([...names, 'google'])
  await expect(
    page.getByText('You can filter by up to 10 accounts. Remove one to add another.'),
  ).toBeVisible()
  await expect(field(page)).not.toBeEditable()
  await page.getByRole('button', { name: 'Remove creator0' }).click()
  await expect(field(page)).toBeEditable()
})

test('the accounts of the own group are suggested to a member', async ({
  page,
  api,
  makeGroup,
  signInAs,
}) => {
  const { id } = await makeGroup('Filtering')
  const member = await memberOf(api, id)
  await api.post('/api/tiktok/accounts', { username: 'dylanlemay', group_id: id })
  await signInAs(page, member)
  await page.goto('/all-data?tab=tiktok')
  await field(page).click()
  await expect(suggestions(page)).toHaveCount(1)
  await expect(suggestions(page)).toContainText('@dylanlemay')

  // The content of all groups is visible, their accounts are not.
  await page.goto('/all-data?group=all')
  await field(page).fill('google')
  await expect(suggestions(page)).toHaveText(['Usernames with “google”'])
  await field(page).press('Enter')
  await expect(page).toHaveURL('/all-data?group=all&account=google')
  await expect(page.getByRole('link', { name: '@google' }).first()).toBeVisible()
})

for (const [variant, { viewport }] of Object.entries(VARIANTS)) {
  test(`suggested and selected accounts, ${variant}`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport)
    await signIn(page)
    await page.goto('/all-data?account=google')
    await expect(chips(page)).toHaveCount(1)
    if (variant === 'phone') await page.getByRole('button', { name: 'Filters (1)' }).click()
    await field(page).click()
    await expect(suggestions(page).first()).toContainText('@')
    await examine(page, `content-accounts-${variant}`)
  })
}
