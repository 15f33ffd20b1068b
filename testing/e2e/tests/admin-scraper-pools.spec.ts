import { mergeTests } from '@playwright/test'
import { test as groups } from '../support/data/groups.ts'
import { pooled } from '../support/data/pool.ts'
import { makeSessions, test as sessions } from '../support/data/sessions.ts'
import { examine, examineAllVariants } from '../support/screens/examine.ts'
import { press } from '../support/screens/keyboard.ts'
import { expect } from '../support/test.ts'

const SCREEN = '/admin/sessions?tab=pools'
const POOLS = '/api/scraping/scraper-pools'

type ScraperPool = { name: string; region: string }

const test = mergeTests(sessions, groups).extend<{ scraperPool: ScraperPool }>({
  scraperPool: async ({ api }, use) => {
    const scraperPool = { name: 'us', region: 'us-east-1' }
    await api.post(POOLS, scraperPool)
    await use(scraperPool)
    await api.delete(`${POOLS}/${scraperPool.name}`)
  },
})

test('a scraper pool gets a proxy and a session, is selected for a group, and says why it waits', async ({
  page,
  api,
  pool,
  makeGroup,
  watch,
}) => {
  watch.allow(/status of 409/)
  await pool.set(makeSessions(2))
  const group = await makeGroup('Read from Europe')
  await api.post('/api/scraping/proxies', {
    name: 'Frankfurt',
    url: 'socks5://proxy.example.com:1080',
  })
  await page.goto(SCREEN)
  const panel = page.getByRole('region', { name: 'Scraper pools', exact: true })
  await expect(panel).toContainText('No scraper pools')
  await examineAllVariants(page, 'scraper-pools-none')

  await press(panel.getByRole('button', { name: 'Add scraper pool' }))
  const add = page.getByRole('dialog', { name: 'Add scraper pool' })
  await expect(add.getByLabel('Name')).toBeFocused()
  await press(add.getByRole('button', { name: 'Add scraper pool' }))
  await expect(add).toContainText('Use letters a to z, digits and hyphens')
  await add.getByLabel('Name').fill('eu')
  await add.getByLabel('Region').fill('eu-central-1')
  await add.getByLabel('Instagram proxy').selectOption('Frankfurt')
  await examineAllVariants(page, 'scraper-pool-add')
  await press(add.getByRole('button', { name: 'Add scraper pool' }))
  await expect(add).toBeHidden()
  const row = panel.getByRole('row').filter({ hasText: 'eu-central-1' })
  for (const text of ['Frankfurt', 'No proxy', '0 sessions in the set eu', 'Not in use'])
    await expect(row).toContainText(text)

  await page.getByRole('tab', { name: 'Sessions' }).click()
  await press(pooled(page, 2).getByRole('button', { name: 'Choose a set for session #2' }))
  const choose = page.getByRole('dialog', { name: 'Set of session #2' })
  await choose.getByLabel('Set', { exact: true }).selectOption('eu')
  await examine(page, 'session-set')
  await press(choose.getByRole('button', { name: 'Save' }))
  await expect(choose).toBeHidden()
  await expect(pooled(page, 2).getByRole('cell', { name: 'eu', exact: true })).toBeVisible()
  await expect(pooled(page, 1).getByRole('cell', { name: 'Common', exact: true })).toBeVisible()

  await page.goto(`/admin/groups?group=${group.id}`)
  await press(page.getByRole('button', { name: 'Edit group' }))
  const edit = page.getByRole('dialog', { name: `Edit ${group.name}` })
  await edit.getByLabel('Scraper pool').selectOption({ label: 'eu (eu-central-1)' })
  await examine(page, 'group-scraper-pool')
  await press(edit.getByRole('button', { name: 'Save' }))
  await expect(edit).toBeHidden()

  await page.goto('/admin/sessions?tab=proxies')
  await press(page.getByRole('button', { name: 'Delete proxy Frankfurt' }))
  const removeProxy = page.getByRole('dialog', { name: 'Delete the proxy Frankfurt?' })
  await expect(removeProxy).toContainText('The scraper pool eu stops updating accounts')
  await press(removeProxy.getByRole('button', { name: 'Delete proxy' }))
  await expect(removeProxy).toBeHidden()

  await page.getByRole('tab', { name: 'Scraper pools' }).click()
  await expect(row).toContainText('The proxy does not exist, so no Instagram account is updated.')
  for (const text of ['1 session in the set eu', '1 group']) await expect(row).toContainText(text)
  await examineAllVariants(page, 'scraper-pools')

  await api.post('/api/instagram/accounts', { username: 'waits.for.proxy', group_id: group.id })
  await page.goto(`/instagram?group=${group.id}`)
  const card = page.getByRole('article', { name: '@waits.for.proxy' })
  await expect(card).toContainText('scraper pool does not exist')

  // A pool that is selected cannot be deleted.
  await page.goto(SCREEN)
  await press(row.getByRole('button', { name: 'Delete scraper pool eu' }))
  const remove = page.getByRole('dialog', { name: 'Delete the scraper pool eu?' })
  await expect(remove).toContainText('1 session will not be used')
  await press(remove.getByRole('button', { name: 'Delete scraper pool' }))
  await expect(page.getByRole('alert')).toContainText('Groups or accounts use this scraper pool')
  await press(remove.getByRole('button', { name: 'Cancel' }))
  await api.patch(`/api/groups/${group.id}`, { scraper_pool: null })
  await press(row.getByRole('button', { name: 'Delete scraper pool eu' }))
  await press(remove.getByRole('button', { name: 'Delete scraper pool' }))
  await expect(panel).toContainText('No scraper pools')
})

test('a scraper pool is edited', async ({ scraperPool, page, signIn }) => {
  await signIn(page)
  await page.goto(SCREEN)
  const row = page.getByRole('row').filter({ hasText: scraperPool.region })
  await press(row.getByRole('button', { name: 'Edit scraper pool us' }))
  const edit = page.getByRole('dialog', { name: 'Edit scraper pool us' })
  await expect(edit.getByLabel('Region')).toBeFocused()
  await expect(edit.getByLabel('Name')).toHaveCount(0)
  await edit.getByLabel('Session set').fill('america')
  await press(edit.getByRole('button', { name: 'Save' }))
  await expect(edit).toBeHidden()
  await expect(row).toContainText('0 sessions in the set america')
})

test('the sessions of a file get the chosen set', async ({ scraperPool, page, pool }) => {
  const [first = '', second = ''] = makeSessions(2)
  await pool.set([first])
  await page.goto('/admin/sessions')
  await expect(page.getByRole('button', { name: 'Choose a set for session #1' })).toBeVisible()
  const file = { name: 'sessions.txt', mimeType: 'text/plain', buffer: Buffer.from(second) }
  await page.getByLabel('Session file').setInputFiles(file)
  const upload = page.getByRole('dialog', { name: 'Upload Sessions' })
  await expect(upload).toContainText(file.name)
  const set = upload.getByLabel('Set', { exact: true })
  await expect(set).toBeFocused()
  await set.selectOption(scraperPool.name)
  await examineAllVariants(page, 'session-upload')
  await press(upload.getByRole('button', { name: 'Upload File' }))
  await expect(upload).toBeHidden()
  await expect(page.getByText('1 added · 0 duplicates · 0 invalid · 2 in total')).toBeVisible()
  await expect(pooled(page, 2).getByRole('cell', { name: scraperPool.name, exact: true })).toBeVisible()
})

// The pool is first, so that it is deleted after the group that allows it.
test('a group allows its accounts a scraper pool', async ({ scraperPool, makeGroup, page, signIn }) => {
  const group = await makeGroup('Read from Two Regions')
  await signIn(page)
  await page.goto(`/admin/groups?group=${group.id}`)
  const details = page.getByRole('region', { name: 'Group details' })
  const edit = page.getByRole('dialog', { name: `Edit ${group.name}` })
  const allowed = edit
    .getByRole('group', { name: 'Accounts may use' })
    .getByLabel(`${scraperPool.name} (${scraperPool.region})`)
  await press(details.getByRole('button', { name: 'Edit group' }))
  await allowed.check()
  await examineAllVariants(page, 'group-allowed-pools')
  await press(edit.getByRole('button', { name: 'Save' }))
  await expect(edit).toBeHidden()
  await expect(details).toContainText(`Accounts may use${scraperPool.name}`)

  await press(details.getByRole('button', { name: 'Edit group' }))
  await expect(allowed).toBeChecked()
  await allowed.uncheck()
  await press(edit.getByRole('button', { name: 'Save' }))
  await expect(edit).toBeHidden()
  await expect(details).not.toContainText('Accounts may use')
})
