import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built } from '../support/programs/paths.ts'
import { withFault } from '../support/programs/simulator.ts'
import { Database } from './support/database.ts'
import {
  evictScraper,
  expectCompletion,
  expectOrder,
  kill,
  leader,
  openRun,
  pods,
  requestScrape,
  untilRolledOut,
} from './support/faults.ts'
import {
  install,
  NAMESPACE,
  pointServiceTo,
  PREVIOUS,
  rollBack,
  SCRAPERS,
  uninstall,
  useDatabase,
  useDatabaseService,
} from './support/install.ts'
import { installation } from './support/installation.ts'
import { evict, find, list } from './support/api-server.ts'
import { LIMIT, apply, kubectl, untilAccepted, untilReady, untilScraped } from './support/kubectl.ts'
import { account, objectName } from './support/manifests.ts'
import { run as runProgram } from './support/run.ts'
import { expect, test } from './support/test.ts'

/** Beside the database of the other tests. */
const PORTS = { primary: 15433, replica: 15434 }
const GROUP = 'story'
const TENANT = `cg-${GROUP}`

test('an installation loses nothing in an upgrade, a rollback, a drain, failovers and a mistake, until it is uninstalled', async ({
  database: shared,
  world,
}) => {
  test.setTimeout(2_400_000)
  const platforms = installation()?.platforms ?? ''
  const [username = '', other = ''] = world.tiktok.slice(19, 21)
  const accounts = [
    account('tiktok', TENANT, username),
    account('tiktok', TENANT, other, { intervalMinutes: 30 }),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'clipmeter-story-'))
  await chmod(folder, 0o755)
  const servers: Database[] = []
  const current = () => servers.at(-1) ?? shared
  let known: object[] = []

  /** Everything measured so far is still there, with the accounts' IDs. Values are left out: a measurement is per minute. */
  const expectNothingLost = async () => {
    const measured = await current().query(
      `SELECT a.id, a.username, m.post_id, m.observed_at FROM post_metrics m JOIN posts p ON p.id = m.post_id
       JOIN platform_accounts a ON a.id = p.account_id ORDER BY m.post_id, m.observed_at`,
    )
    expect(measured).toEqual(expect.arrayContaining(known))
    known = measured
  }
  const lastAttempt = () =>
    current().query(`SELECT last_attempt_at FROM platform_accounts WHERE username = '${username}'`)
  const expectScrape = async () => {
    const before = await lastAttempt()
    await requestScrape(TENANT, username)
    await expect.poll(lastAttempt).not.toEqual(before)
    await expectOrder(current())
    await expectNothingLost()
  }
  /** Does something while a slow run is open, which continues and completes. */
  const duringRun = async (action: (run: string) => Promise<void>) => {
    let run = ''
    // Each response takes almost as long as a scraper's request timeout.
    await withFault({ fault: 'slow', delay_ms: 25_000, username }, async () => {
      await requestScrape(TENANT, username)
      await expect.poll(() => openRun(current(), username)).toBeDefined()
      run = (await openRun(current(), username)) ?? ''
      await action(run)
    })
    await expectCompletion(current(), run)
    await expectNothingLost()
  }

  try {
    await test.step('install the previous version', async () => {
      servers.push(await Database.start(join(folder, 'primary'), shared.address.host, PORTS.primary))
      await current().query('CREATE DATABASE clipmeter', 'postgres')
      await uninstall()
      await useDatabaseService(current(), 'clipmeter')
      await install(platforms, {}, PREVIOUS)
      // Git still has manifests of the older version.
      const apiVersion = 'clipmeter.io/v1alpha1'
      await apply({
        apiVersion,
        kind: 'ClientGroup',
        metadata: { name: GROUP },
        spec: { displayName: 'Story' },
      })
      await untilReady(GROUP)
      await untilAccepted(TENANT)
      await apply(accounts.map((manifest) => ({ ...manifest, apiVersion })))
      await untilScraped('tta', TENANT)
      await expectNothingLost()
      expect(known.length).toBeGreaterThan(0)
    })

    await test.step('upgrade, which moves the open run', async () => {
      const resources = await declared()
      expect(resources).toHaveLength(3)
      await duringRun(async (run) => {
        await expect.poll(() => runningScrapers(run)).toHaveLength(1)
        await install(platforms)
        await expect.poll(() => jobs(SCRAPERS)).toContain(`scrape-${run}`)
        expect(await jobs(NAMESPACE)).not.toContain(`scrape-${run}`)
      })
      expect(await declared()).toEqual(resources)
      // Jobs that had finished before the upgrade are kept for ten minutes.
      await kubectl('delete', 'jobs', '--all', '--namespace', NAMESPACE)
      await expectScrape()
    })

    await test.step('roll back, and upgrade again', async () => {
      const resources = await declared()
      await rollBack()
      await expectScrape()
      expect(await declared()).toEqual(resources)
      await install(platforms)
      await kubectl('delete', 'jobs', '--all', '--namespace', NAMESPACE)
      await expectScrape()
    })

    await test.step('drain the nodes', async () => {
      await duringRun(async (run) => {
        await expect.poll(() => evictScraper(run)).toBe(true)
        for (const component of ['api', 'operator'])
          for (const pod of await pods(component)) await expect.poll(() => evict(NAMESPACE, pod)).toBe(true)
      })
      for (const component of ['api', 'operator']) await untilRolledOut(component)
    })

    await test.step('kill the leading operator', async () => {
      const previous = await leader()
      await kill([previous])
      await expect.poll(async () => [previous, ''].includes(await leader())).toBe(false)
      await expectScrape()
    })

    await test.step('fail over the database', async () => {
      const primary = current()
      const replica = await primary.startReplica(join(folder, 'replica'), PORTS.replica)
      await expectScrape()
      await primary.kill()
      await replica.promote()
      servers.push(replica)
      await pointServiceTo(replica)
      await expectNothingLost()
      await expectScrape()
    })

    await test.step("delete the tenant's namespace by mistake, and restore it", async () => {
      const before = await find('tiktokaccounts', objectName(username), TENANT)
      await kubectl('delete', 'namespace', TENANT, '--timeout', LIMIT)
      // The operator creates the namespace of the group again, and Git has the accounts.
      await expect.poll(async () => (await find('namespaces', TENANT))?.status?.['phase']).toBe('Active')
      await expect.poll(() => apply(accounts).then(() => '', String)).toBe('')
      await untilScraped('tta', TENANT)
      expect((await find('tiktokaccounts', objectName(username), TENANT))?.metadata.uid).not.toBe(
        before?.metadata.uid,
      )
      await expectScrape()
    })

    await test.step('delete an account by mistake, and restore it with the plugin', async () => {
      await kubectl('delete', 'tiktokaccount', objectName(other), '--namespace', TENANT, '--timeout', LIMIT)
      await runProgram(built('kubectl-clipmeter'), ['restore', `tta/${other}`, '--namespace', TENANT])
      await expectNothingLost()
    })

    await test.step('uninstall', async () => {
      await uninstall()
      expect(await declared()).toHaveLength(3)
      await expectNothingLost()
    })
  } finally {
    // The other tests continue with their own database, in which the group is not known.
    if (await isInstalled()) await uninstall()
    await useDatabase(shared, 'clipmeter')
    await install(platforms)
    await kubectl('delete', 'clientgroup', GROUP, '--ignore-not-found', '--timeout', LIMIT)
    for (const server of servers) await server.kill()
    await rm(folder, { recursive: true, force: true })
  }
})

async function isInstalled(): Promise<boolean> {
  return (await find('deployments', 'clipmeter-api', NAMESPACE)) !== undefined
}

async function jobs(namespace: string): Promise<string[]> {
  return (await list('jobs', { namespace })).map(({ metadata }) => metadata.name)
}

async function runningScrapers(run: string): Promise<string[]> {
  const running = { labelSelector: `clipmeter.io/run=${run}`, fieldSelector: 'status.phase=Running' }
  return (await list('pods', { namespace: NAMESPACE, ...running })).map(({ metadata }) => metadata.name)
}

/** The resources of the group, reduced to the fields that identify and define them. */
async function declared(): Promise<{ uid?: string; spec: object }[]> {
  const kinds = ['clientgroups', 'instagramaccounts', 'tiktokaccounts'] as const
  const all = await Promise.all(kinds.map((kind) => list(kind)))
  return all
    .flat()
    .filter(({ metadata }) => metadata.name === GROUP || metadata.namespace === TENANT)
    .map(({ metadata, spec }) => ({ uid: metadata.uid, spec }))
}
