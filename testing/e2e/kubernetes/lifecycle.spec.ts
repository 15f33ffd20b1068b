import { withFault } from '../support/simulator.ts'
import { requestScrape, expectCompletion, expectOrder, openRun } from './support/faults.ts'
import { apply, find, kubectl, list, untilScraped } from './support/kubectl.ts'
import { install, NAMESPACE, PREVIOUS, SCRAPERS, uninstall } from './support/install.ts'
import { installation } from './support/installation.ts'
import { account, objectName } from './support/manifests.ts'
import { expect, test } from './support/test.ts'

test('a reinstallation with the same database continues with all data', async ({
  database,
  makeGroup,
  world,
}) => {
  test.setTimeout(600_000)
  const { namespace } = await makeGroup('kept')
  const username = world.tiktok[21] ?? ''
  await apply(account('tiktok', namespace, username))
  await untilScraped('tta', namespace)
  const numbers = () =>
    database.query(
      `SELECT count(*) AS items, sum(views) AS views, max(updated_at) AS at, (SELECT count(*) FROM users) AS users FROM posts`,
    )
  const before = await numbers()
  await uninstall()
  expect((await list('tta', '--namespace', namespace)).length).toBe(1)
  await install(installation()?.platforms ?? '')
  expect(await numbers()).toEqual(before)

  const other = world.tiktok[22] ?? ''
  await apply(account('tiktok', namespace, other))
  await kubectl(
    'wait',
    'tta',
    objectName(other),
    '--namespace',
    namespace,
    '--for',
    'condition=Scraped',
    '--timeout',
    '120s',
  )
  await kubectl('delete', 'tta', objectName(username), '--namespace', namespace, '--timeout', '60s')
  expect(await find('tta', objectName(username), namespace)).toBeUndefined()
})

test('an upgrade from the previous version keeps all data and moves the open run', async ({
  database,
  makeGroup,
  world,
}) => {
  test.setTimeout(600_000)
  const platforms = installation()?.platforms ?? ''
  await uninstall()
  await install(platforms, {}, PREVIOUS)
  const { namespace } = await makeGroup('upgraded')
  const username = world.tiktok[20] ?? ''
  await apply([
    account('tiktok', namespace, username),
    account('instagram', namespace, world.instagram[20] ?? '', { intervalMinutes: 30 }),
  ])
  await untilScraped('iga,tta', namespace)
  // Without the values: a measurement is per minute, and the upgrade may end within the minute in which it began.
  const measured = () =>
    database.query(`SELECT post_id, observed_at FROM post_metrics ORDER BY post_id, observed_at`)
  const [numbers, resources] = [await measured(), await declared('upgraded')]
  expect(resources).toHaveLength(3)
  expect(numbers.length).toBeGreaterThan(0)

  // Each response takes almost as long as a scraper's request timeout, so that the run continues throughout the upgrade.
  let run = ''
  await withFault({ fault: 'slow', delay_ms: 25_000, username }, async () => {
    await requestScrape(namespace, username)
    await expect.poll(() => openRun(database, username)).toBeDefined()
    run = (await openRun(database, username)) ?? ''
    await expect.poll(() => runningScrapers(NAMESPACE, run)).toHaveLength(1)
    await install(platforms)
    await expect.poll(() => jobs(SCRAPERS)).toContain(`scrape-${run}`)
  })
  await expectCompletion(database, run)
  expect(await jobs(NAMESPACE)).not.toContain(`scrape-${run}`)
  expect(await measured()).toEqual(expect.arrayContaining(numbers))
  expect(await declared('upgraded')).toEqual(resources)
  const isDone = await requestScrape(namespace, username)
  await expect.poll(isDone).toBe(true)
  await expectOrder(database)
  // Jobs that had finished before the upgrade are kept for ten minutes.
  await kubectl('delete', 'jobs', '--all', '--namespace', NAMESPACE)
})

async function jobs(namespace: string): Promise<string[]> {
  return (await list('jobs', '--namespace', namespace)).map(({ metadata }) => metadata.name)
}

async function runningScrapers(namespace: string, run: string): Promise<string[]> {
  const running = ['--selector', `clipmeter.io/run=${run}`, '--field-selector', 'status.phase=Running']
  return (await list('pods', '--namespace', namespace, ...running)).map(({ metadata }) => metadata.name)
}

/** The resources of a group, reduced to the fields that identify and define them. */
async function declared(group: string): Promise<{ uid?: string; spec: object }[]> {
  const all = await list('clientgroups,iga,tta', '--all-namespaces')
  return all
    .filter(({ metadata }) => metadata.name === group || metadata.namespace === `cg-${group}`)
    .map(({ metadata, spec }) => ({ uid: metadata.uid, spec }))
}
