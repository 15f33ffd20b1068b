import { account, objectName } from './support/manifests.ts'
import { find, list, type Kind } from './support/api-server.ts'
import { apply, kubectl, untilScraped } from './support/kubectl.ts'
import { expect, test } from './support/test.ts'

type Totals = { total_views: number }
type Stats = { instagram: Totals; tiktok: Totals; content: Record<string, number> }

test('accounts applied with kubectl are scraped; kubectl and the dashboard show the same numbers', async ({
  api,
  makeGroup,
  world,
}) => {
  const group = await makeGroup('tracking')
  const instagram = world.instagram.slice(0, 2)
  const tiktok = world.tiktok.slice(0, 2)
  await apply([
    ...instagram.map((username) => account('instagram', group.namespace, username)),
    ...tiktok.map((username) => account('tiktok', group.namespace, username)),
  ])
  await untilScraped('iga,tta', group.namespace)

  const table = await kubectl('get', 'iga,tta', '--namespace', group.namespace)
  for (const username of [...instagram, ...tiktok])
    expect(table).toMatch(new RegExp(`${objectName(username)} +${username} +\\d+ +\\d+ +True +ok +[\\dhms]+`))

  const stats = await api.get<Stats>(`/api/dashboard/stats?group_id=${group.id}`)
  const sum = async (kind: Kind, field: string) =>
    (await list(kind, { namespace: group.namespace })).reduce(
      (total, { status }) => total + Number(status?.[field]),
      0,
    )
  await expect.poll(() => sum('instagramaccounts', 'views')).toBe(stats.instagram.total_views)
  await expect.poll(() => sum('tiktokaccounts', 'views')).toBe(stats.tiktok.total_views)
  expect(stats.instagram.total_views).toBeGreaterThan(0)
  expect(stats.tiktok.total_views).toBeGreaterThan(0)
  const { accounts } = await api.get<{ accounts: { username: string; post_count: number }[] }>(
    `/api/instagram/accounts?group_id=${group.id}`,
  )
  for (const { username, post_count } of accounts) {
    const object = await find('instagramaccounts', objectName(username), group.namespace)
    expect(object?.status?.['posts']).toBe(post_count)
  }
})

test('an account that cannot be read shows the code of its outcome', async ({ makeGroup }) => {
  const group = await makeGroup('unreadable')
  await apply(account('tiktok', group.namespace, 'nobody.has.this.name'))
  const object = () => find('tiktokaccounts', 'nobody-has-this-name', group.namespace)
  await expect.poll(async () => (await object())?.status?.['lastOutcome']).toBe('not_found')
  const conditions = (await object())?.status?.conditions ?? []
  const said = conditions.map(({ type, status, reason }) => [type, status, reason])
  expect(said).toContainEqual(['Registered', 'True', 'Registered'])
  expect(said).toContainEqual(['Scraped', 'False', 'not_found'])
  expect(said).toContainEqual(['Ready', 'True', 'UpToDate'])
})

test('the annotation requests a scrape before the schedule, and the status confirms it', async ({
  makeGroup,
  world,
}) => {
  const group = await makeGroup('asked')
  const username = world.tiktok[2] ?? ''
  await apply(account('tiktok', group.namespace, username))
  await untilScraped('tta', group.namespace)
  const object = () => find('tiktokaccounts', objectName(username), group.namespace)
  const before = (await object())?.status?.['lastScrapeTime']
  const request = new Date().toISOString()
  await kubectl(
    'annotate',
    'tta',
    objectName(username),
    '--namespace',
    group.namespace,
    `clipmeter.io/scrape-requested-at=${request}`,
  )
  await expect.poll(async () => (await object())?.status?.['lastHandledRequest']).toBe(request)
  await expect.poll(async () => (await object())?.status?.['lastScrapeTime']).not.toBe(before)
})

test('Jobs contain no account names, and exist in the scraper namespace only', async ({
  makeGroup,
  world,
}) => {
  const group = await makeGroup('discreet')
  const username = world.tiktok[3] ?? ''
  await apply(account('tiktok', group.namespace, username))
  await untilScraped('tta', group.namespace)
  const jobs = await list('jobs', { labelSelector: 'app.kubernetes.io/component=scraper' })
  expect(jobs.length).toBeGreaterThan(0)
  expect(new Set(jobs.map(({ metadata }) => metadata.namespace))).toEqual(
    new Set(['clipmeter-system-scrapers']),
  )
  expect(JSON.stringify(jobs)).not.toContain(username)
})
