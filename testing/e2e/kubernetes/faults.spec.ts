import { ADMIN } from '../support/programs/environment.ts'
import { withFault } from '../support/programs/simulator.ts'
import {
  requestScrape,
  evictScraper,
  expectCompletion,
  expectOrder,
  kill,
  killScraper,
  leader,
  openRun,
  pods,
  scale,
  untilRolledOut,
  whileCutOff,
} from './support/faults.ts'
import { condition, find, list } from './support/api-server.ts'
import { LIMIT, apply, kubectl, untilScraped } from './support/kubectl.ts'
import { NAMESPACE, SCRAPERS } from './support/install.ts'
import { account } from './support/manifests.ts'
import { expect, test as base } from './support/test.ts'

/** Long enough for a fault to occur during a run on a busy machine, shorter than a scraper's request timeout. */
const SLOW = { fault: 'slow', delay_ms: 10_000 } as const

type Scene = { username: string; duringRun: (fault: (run: string) => Promise<void>) => Promise<void> }

/** An account that has been scraped, and is slowly scraped again while a fault occurs. */
const test = base.extend<{ scene: Scene }>({
  scene: async ({ database, makeGroup, world }, use, testInfo) => {
    const { namespace } = await makeGroup(`broken-${testInfo.testId.slice(-8).replaceAll(/[^a-z0-9]/g, 'x')}`)
    const username = world.tiktok.at(-1) ?? ''
    await apply(account('tiktok', namespace, username))
    await untilScraped('tta', namespace)
    await use({
      username,
      duringRun: async (fault) => {
        let isDone = never
        await withFault({ ...SLOW, username }, async () => {
          isDone = await requestScrape(namespace, username)
          await expect.poll(() => openRun(database, username)).toBeDefined()
          await fault((await openRun(database, username)) ?? '')
        })
        await expect.poll(isDone).toBe(true)
        await expectOrder(database)
      },
    })
  },
})

test('when the leading operator is killed during a run, the other one takes over', async ({ scene }) => {
  await scene.duringRun(async () => {
    const previous = await leader()
    await kill([previous])
    await expectTakeover(previous)
  })
})

test('when the leading operator is disconnected, the other one takes over', async ({ scene }) => {
  await scene.duringRun(async () => {
    const cut = await leader()
    await whileCutOff(cut, () => expectTakeover(cut))
  })
  await untilRolledOut('operator')
})

test('a run completes when every API is killed', async ({ database, scene }) => {
  await scene.duringRun(async (run) => {
    await kill(await pods('api'))
    await expectCompletion(database, run)
  })
  // The next tests expect that all replicas are ready.
  await untilRolledOut('api')
})

test('when the scraper of a run is killed, another pod continues the run', async ({ database, scene }) => {
  await scene.duringRun(async (run) => {
    await expect.poll(() => killScraper(run)).toBe(true)
    await expectCompletion(database, run)
  })
})

test('when the node of a scraper is drained, another pod continues the run, and nothing fails', async ({
  database,
  scene,
}) => {
  await scene.duringRun(async (run) => {
    await expect.poll(() => evictScraper(run)).toBe(true)
    await expectCompletion(database, run)
    const [job] = await list('jobs', { namespace: SCRAPERS, labelSelector: `clipmeter.io/run=${run}` })
    expect(job?.status).not.toHaveProperty('failed')
  })
})

test('a run completes when the database crashes', async ({ database, scene }) => {
  await scene.duringRun(async () => {
    await database.kill()
    await database.resume()
  })
})

test('during a database outage the app shows it and its pods stay ready, and everything resumes automatically', async ({
  database,
  page,
  url,
}) => {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  const banner = page.getByRole('alert').filter({ hasText: 'Nothing can be loaded right now' })
  await database.kill()
  try {
    await page.goto(`${url}/tiktok`)
    await expect(banner).toContainText('The database is currently unreachable')
    const body = JSON.stringify({ username: ADMIN.username, password: ADMIN.password })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBeTruthy()
    await page.screenshot({ path: 'results/kubernetes-database-away.png' })
    // The endpoint that the probes request.
    for (const pod of await pods('api'))
      await kubectl('get', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${pod}:9090/proxy/readyz`)
  } finally {
    await database.resume()
  }
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'TikTok' }).first()).toBeVisible()
})

test('operators that start during an API outage report it, and resume when it ends', async ({
  makeGroup,
}) => {
  const { name } = await makeGroup('patient')
  await scale('api', 0)
  try {
    await kill(await pods('operator'))
    const group = { apiVersion: 'clipmeter.io/v1beta1', kind: 'ClientGroup', metadata: { name: 'early' } }
    await apply({ ...group, spec: { displayName: 'Early' } })
    await expect.poll(() => reason('early')).toBe('ApiUnavailable')
    // A group that is deleted meanwhile waits with its finalizer and names the reason.
    await kubectl('delete', 'clientgroup', name, '--wait=false')
    const blocked = async () => condition(await find('clientgroups', name), 'Purging')?.reason
    await expect.poll(blocked).toBe('PurgeBlocked')
    await scale('api', 2)
    await expect.poll(() => reason('early')).toBe('UpToDate')
    await expect.poll(() => find('clientgroups', name)).toBeUndefined()
  } finally {
    await scale('api', 2)
    await kubectl('delete', 'clientgroup', 'early', '--timeout', LIMIT)
  }
})

async function expectTakeover(from: string): Promise<void> {
  await expect.poll(async () => [from, ''].includes(await leader())).toBe(false)
}

async function reason(group: string): Promise<string | undefined> {
  return condition(await find('clientgroups', group), 'Ready')?.reason
}

const never = () => Promise.resolve(false)
