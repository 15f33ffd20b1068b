import { withFault } from '../support/simulator.ts'
import { askForScrape, expectOrder, kill, killScraper, leader, openRun, pods } from './support/faults.ts'
import { apply, untilReady } from './support/kubectl.ts'
import { account } from './support/manifests.ts'
import { expect, test as base } from './support/test.ts'

/** Long enough for a fault to come in the middle of a run, shorter than a scraper waits for an answer. */
const SLOW = { fault: 'slow', delay_ms: 4000 } as const

type Scene = { username: string; duringRun: (fault: (run: string) => Promise<void>) => Promise<void> }

/** An account that has been read, and is read slowly again while something breaks. */
const test = base.extend<{ scene: Scene }>({
  scene: async ({ database, makeGroup, world }, use, testInfo) => {
    const { namespace } = await makeGroup(`broken-${testInfo.testId.slice(-8).replaceAll(/[^a-z0-9]/g, 'x')}`)
    const username = world.tiktok.at(-1) ?? ''
    await apply(account('tiktok', namespace, username))
    await untilReady('tta', namespace)
    await use({
      username,
      duringRun: async (fault) => {
        let isDone = never
        await withFault({ ...SLOW, username }, async () => {
          isDone = await askForScrape(namespace, username)
          await expect.poll(() => openRun(database, username)).toBeDefined()
          await fault((await openRun(database, username)) ?? '')
        })
        await expect.poll(isDone, { timeout: 150_000 }).toBe(true)
        await expectOrder(database)
      },
    })
  },
})

test('the operator that leads is killed during a run: the other one takes over within 20 seconds', async ({
  scene,
}) => {
  await scene.duringRun(async () => {
    const gone = await leader()
    const began = Date.now()
    await kill([gone])
    await expect.poll(async () => [gone, ''].includes(await leader())).toBe(false)
    expect(Date.now() - began).toBeLessThan(20_000)
  })
})

test('every API is killed during a run', async ({ scene }) => {
  await scene.duringRun(async () => kill(await pods('api')))
})

test('the scraper of a run is killed: another pod goes on with the run', async ({ database, scene }) => {
  await scene.duringRun(async (run) => {
    await expect.poll(() => killScraper(run)).toBe(true)
    const ended = `SELECT ending FROM runs WHERE id = '${run}' AND ended_at IS NOT NULL`
    await expect.poll(() => database.query(ended), { timeout: 150_000 }).toEqual([{ ending: 'completed' }])
  })
})

test('the database loses power during a run', async ({ database, scene }) => {
  await scene.duringRun(async () => {
    await database.kill()
    await database.resume()
  })
})

const never = () => Promise.resolve(false)
