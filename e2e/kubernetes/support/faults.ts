import { expect } from '@playwright/test'
import { advanceClock } from '../../support/simulator.ts'
import type { Database } from './database.ts'
import { NAMESPACE, RELEASE } from './install.ts'
import { find, kubectl } from './kubectl.ts'
import { objectName } from './manifests.ts'
import { attempt } from './run.ts'

/** Names of the pods of a part of the release. */
export async function pods(component: string): Promise<string[]> {
  const selector = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=${component}`
  const output = 'jsonpath={.items[*].metadata.name}'
  const names = await kubectl(
    'get',
    'pods',
    '--namespace',
    NAMESPACE,
    '--selector',
    selector,
    '--output',
    output,
  )
  return names.split(' ').filter((name) => name !== '')
}

/** Ends pods as when their machine is lost: they are told nothing. */
export async function kill(names: string[]): Promise<void> {
  await kubectl(
    'delete',
    'pod',
    ...names,
    '--namespace',
    NAMESPACE,
    '--grace-period',
    '0',
    '--force',
    '--wait=false',
  )
}

/** Ends the scraper of a run in the middle of whatever it does; false when it has not begun. The node's processes are this machine's. */
export async function killScraper(run: string): Promise<boolean> {
  const { stdout } = await attempt('pgrep', ['--full', `^/scraper run .*${run}`])
  const pids = stdout.split('\n').filter((line) => line !== '')
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
  return pids.length > 0
}

/** The pod whose operator leads. */
export async function leader(): Promise<string> {
  const lease = await find('lease', `${RELEASE}-operator`, NAMESPACE)
  return String(lease?.spec['holderIdentity'] ?? '')
}

/** Asks for a scrape, and returns what to wait for. */
export async function askForScrape(namespace: string, username: string): Promise<() => Promise<boolean>> {
  const name = objectName(username)
  const state = async () => (await find('tta', name, namespace))?.status
  const before = (await state())?.['lastScrapeTime']
  // Posts have appeared and counts have grown by then.
  await advanceClock(3600)
  const request = `clipmeter.io/scrape-requested-at=${new Date().toISOString()}`
  await kubectl('annotate', 'tta', name, '--namespace', namespace, '--overwrite', request)
  return async () => (await state())?.['lastScrapeTime'] !== before
}

/** The run that holds the account at this moment. */
export async function openRun(database: Database, username: string): Promise<string | undefined> {
  const rows = await database.query<{ run_id: string }>(
    `SELECT u.run_id FROM run_units u JOIN platform_accounts a ON a.id = u.account_id WHERE u.held AND a.username = '${username}'`,
  )
  return rows[0]?.run_id
}

/** What must be so after every fault, once all is quiet: no run is lost, none did what another did, nothing is there twice. */
export async function expectOrder(database: Database): Promise<void> {
  const count = async (what: string) =>
    (await database.query<{ n: string }>(`SELECT count(*) AS n FROM ${what}`))[0]?.n
  await expect.poll(() => count('runs WHERE ended_at IS NULL')).toBe('0')
  expect(
    await count('run_units u JOIN runs r ON r.id = u.run_id WHERE u.held AND r.ended_at IS NOT NULL'),
  ).toBe('0')
  // Two runs may hold an account one after the other, never at once.
  const overlapping = `run_units u JOIN runs r ON r.id = u.run_id JOIN run_units v ON v.account_id = u.account_id AND v.id > u.id
    JOIN runs s ON s.id = v.run_id WHERE s.opened_at < coalesce(u.ended_at, r.ended_at)`
  expect(await count(overlapping)).toBe('0')
  const twice = `(SELECT post_id, observed_at FROM post_metrics GROUP BY 1, 2 HAVING count(*) > 1)`
  expect(await count(`${twice} t`)).toBe('0')
}
