import type { Page } from '@playwright/test'
import { examineAllVariants } from '../support/screens/examine.ts'
import { idsOf } from '../support/data/ids.ts'
import { test } from '../support/data/groups.ts'
import { createMember, memberOf } from '../support/data/members.ts'
import { retryLoading } from '../support/screens/retryLoading.ts'
import { untilRouted } from '../support/screens/untilRouted.ts'
import { expect } from '../support/test.ts'

/** Screens, each with the call that it depends on. */
const READS = [
  ['/', '**/api/dashboard/stats*'],
  ['/instagram', '**/api/groups'],
  ['/instagram?group=GROUP', '**/api/instagram/accounts?*'],
  ['/tiktok?group=GROUP', '**/api/tiktok/accounts?*'],
  ['/all-data', '**/api/dashboard/all-instagram-posts*'],
  ['/all-data?tab=tiktok', '**/api/dashboard/all-tiktok-videos*'],
  ['/admin?tab=users', '**/api/admin/users'],
  ['/admin?tab=audit', '**/api/admin/audit-log*'],
  ['/admin/groups', '**/api/groups'],
  ['/admin/groups?group=GROUP', '**/api/groups/*'],
  ['/admin/sessions', '**/api/scraping/sessions?*'],
] as const

for (const [path, call] of READS)
  test(`${path} shows why it cannot be loaded, and can be retried`, async ({ page, api, signIn, watch }) => {
    watch.allow(/status of (500|403)/)
    const { group } = await idsOf(api)
    await signIn(page)
    const main = page.getByRole('main')
    for (const [status, text] of [
      [500, 'Server error. Please try again later.'],
      [403, 'Access denied'],
    ] as const) {
      await page.route(call, (route) => route.fulfill({ status, json: { error: 'details', code: 'x' } }))
      await page.goto(path.replace('GROUP', String(group)))
      await expect(main.getByRole('alert').filter({ hasText: text })).toBeVisible()
      // No toast repeats what the banner says.
      await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(1)
      await expect(page.getByText('details')).toHaveCount(0)
      if (status === 500) await page.unroute(call)
    }
    await retryLoading(page, call)
    await expect(main.getByRole('alert')).toHaveCount(0)
  })

test('numbers that could not be loaded are not announced as loading', async ({ page, signIn, watch }) => {
  watch.allow(/status of 500/)
  await signIn(page)
  await page.route('**/api/dashboard/stats*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/')
  const header = page.getByRole('main').locator('header')
  await expect(header).toContainText('Not loaded')
  await expect(header).not.toContainText('Loading')
})

test('one message and one button stand for all parts that failed in the same way', async ({
  page,
  signIn,
  watch,
}) => {
  watch.allow(/status of 500/)
  await signIn(page)
  const calls = '**/api/dashboard/{stats,gains,trend,top-performers}*'
  await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/')
  const main = page.getByRole('main')
  // In the header, and for all failed parts but the one with the message.
  const placeholders = main.getByText('Not loaded', { exact: true })
  await expect(placeholders).toHaveCount(4)
  await expect(main.getByRole('alert')).toHaveCount(1)
  await retryLoading(page, calls)
  await expect(main.getByRole('alert')).toHaveCount(0)
  await expect(placeholders).toHaveCount(0)
  await expect(main.getByText('Top TikTok Videos')).toBeVisible()
})

test('a screen that could not be loaded', async ({ page, signIn, watch }) => {
  watch.allow(/status of 500/)
  await signIn(page)
  await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await examineAllVariants(page, 'failed')
})

/** Texts for failed actions if the server gives no reason. */
const ACTIONS: { text: string; path: string; call: string; act: (page: Page) => Promise<void> }[] = [
  {
    text: 'Failed to add account',
    path: '/instagram?group=GROUP',
    call: '**/api/instagram/accounts',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add Account' }).click()
      await page.getByLabel('Instagram username').fill('somebody')
      await page.keyboard.press('Enter')
    },
  },
  {
    text: 'Failed to add accounts',
    path: '/tiktok?group=GROUP',
    call: '**/api/tiktok/accounts/bulk',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add Account' }).click()
      await page.getByText('Paste List').click()
      await page.getByLabel('Usernames').fill('one\ntwo')
      await page.getByRole('button', { name: 'Add 2 Accounts' }).click()
    },
  },
  {
    text: 'Scraping failed',
    path: '/tiktok?group=GROUP',
    call: '**/api/tiktok/accounts/*/refresh',
    act: (page) => page.getByRole('button', { name: 'Scrape new videos of @dylanlemay' }).click(),
  },
  {
    text: '❌ Failed to scrape accounts',
    path: '/tiktok?group=GROUP',
    call: '**/api/tiktok/scrape-all*',
    act: (page) => page.getByRole('button', { name: 'Scrape All' }).click(),
  },
  {
    text: 'Failed to delete accounts',
    path: '/tiktok?group=GROUP',
    call: '**/api/tiktok/accounts/*',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete @dylanlemay' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
    },
  },
  {
    text: 'Failed to add videos',
    path: '/tiktok?group=GROUP',
    call: '**/api/tiktok/videos/add',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add Videos' }).click()
      await page.getByLabel('Video URLs').fill('https://www.tiktok.com/@clips/video/1')
      await page.getByRole('dialog').getByRole('button', { name: 'Add Videos' }).click()
    },
  },
  {
    text: 'Failed to add sessions',
    path: '/admin/sessions',
    call: '**/api/scraping/sessions',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add Sessions' }).click()
      await page.getByLabel('Session IDs').fill('58200000001%3Anever%3A12%3AAYearrives')
      await page.getByRole('dialog').getByRole('button', { name: 'Add Sessions' }).click()
    },
  },
  {
    text: 'Failed to upload file',
    path: '/admin/sessions',
    call: '**/api/scraping/sessions/upload',
    act: (page) =>
      page
        .getByLabel('Session file')
        .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('never arrives') }),
  },
  {
    text: 'Failed to delete sessions',
    path: '/admin/sessions',
    call: '**/api/scraping/sessions/all',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete All' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete All' }).click()
    },
  },
]

for (const { text, path, call, act } of ACTIONS)
  test(`an error without a reason shows: ${text}`, async ({ page, api, signIn, watch }) => {
    watch.allow(/status of 503/)
    const { group } = await idsOf(api)
    await signIn(page)
    await page.route(call, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, body: '' }),
    )
    await page.goto(path.replace('GROUP', String(group)))
    await act(page)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  })

for (const [action, text, call, finish] of [
  ['Deactivate', 'Failed to update user status', '**/api/admin/users/*/toggle-status', async () => {}],
  [
    'Delete',
    'Failed to delete user',
    '**/api/admin/users/*',
    async (page: Page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    },
  ],
] as const)
  test(`an error without a reason shows: ${text}`, async ({ page, api, makeGroup, signIn, watch }) => {
    watch.allow(/status of 503/)
    const { id } = await makeGroup(`Without a reason to ${action}`)
    const username = `no.reason.${action.toLowerCase()}`
    await createMember(api, id, username)
    await signIn(page)
    await page.goto(`/admin?tab=users&group=${id}`)
    await page.route(call, (route) => route.fulfill({ status: 503, body: '' }))
    await untilRouted(page)
    await page.getByRole('button', { name: `${action} ${username}` }).click()
    await finish(page)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  })

for (const [text, failing] of [
  ['Login failed', { status: 503, body: '' }],
  ['An error occurred. Please try again.', undefined],
] as const)
  test(`a failed sign-in shows: ${text}`, async ({ page, watch }) => {
    watch.allow(/status of 503|ERR_FAILED/)
    await page.route('**/api/auth/login', (route) => (failing ? route.fulfill(failing) : route.abort()))
    await page.goto('/login')
    await page.getByLabel('Username').fill('somebody')
    await page.getByLabel('Password', { exact: true }).fill('something')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(text)
  })

test('a token that expires while a dialog is open leads to the sign-in form, and the input is kept', async ({
  page,
  api,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 401/)
  const member = await memberOf(api, (await idsOf(api)).group)
  await signInAs(page, member)
  await page.goto('/instagram')
  await page.getByRole('button', { name: 'Add Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Accounts' })
  await dialog.getByLabel('Instagram username').fill('too.late')
  await member.post('/api/auth/logout', {})
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(dialog.getByLabel('Instagram username')).toHaveValue('too.late')
})
