import { open, readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { advanceClock } from '../../support/programs/simulator.ts'
import type { Database } from './database.ts'
import { NAMESPACE, RELEASE, SCRAPERS } from './install.ts'
import { evict, find, list } from './api-server.ts'
import { LIMIT, kubectl } from './kubectl.ts'
import { objectName } from './manifests.ts'
import { attempt, run as commanded } from './run.ts'

/** Names of the pods of a component of the release. */
export async function pods(component: string): Promise<string[]> {
  const selector = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=${component}`
  const found = await list('pods', { namespace: NAMESPACE, labelSelector: selector })
  return found.map(({ metadata }) => metadata.name)
}

/** Kills pods without notice, as when their machine is lost. */
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

/** Kills the scraper of a run; false if it has not started. The node's processes are visible on this machine. */
export async function killScraper(run: string): Promise<boolean> {
  const { stdout } = await attempt('pgrep', ['--full', `^/scraper-cluster run .*${run}`])
  const pids = stdout.split('\n').filter((line) => line !== '')
  const killed = await Promise.all(pids.map((pid) => attempt('kill', ['-KILL', pid])))
  return killed.some(({ code }) => code === 0)
}

/** Evicts the pod of a run, as when its node is drained; false if it has not started. */
export async function evictScraper(run: string): Promise<boolean> {
  const running = { labelSelector: `clipmeter.io/run=${run}`, fieldSelector: 'status.phase=Running' }
  const [pod] = await list('pods', { namespace: SCRAPERS, ...running })
  return pod !== undefined && evict(SCRAPERS, pod.metadata.name)
}

/** Cuts an operator's pod off from the API server, and from nothing else, while `use` runs. */
export async function whileCutOff(pod: string, use: () => Promise<void>): Promise<void> {
  // Keeps the pod's network, in case the operator ends.
  const network = await open(`/proc/${await processOf(pod)}/ns/net`)
  const within = [`--net=/proc/${process.pid}/fd/${network.fd}`, 'iptables', '--wait']
  const rule = ['OUTPUT', '--protocol', 'tcp', '--dport', '443', '--jump', 'DROP']
  try {
    await commanded('nsenter', [...within, '--insert', ...rule])
    await use().finally(() => commanded('nsenter', [...within, '--delete', ...rule]))
  } finally {
    await network.close()
  }
}

/** Process ID of the operator in a pod. The node's processes are visible on this machine. */
async function processOf(pod: string): Promise<string> {
  const { stdout } = await attempt('pgrep', ['--full', '^/operator'])
  for (const pid of stdout.split('\n').filter((line) => line !== '')) {
    // The process may have ended in the meantime.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.split('\0').includes(`CLIPMETER_POD_NAME=${pod}`)) return pid
  }
  throw new Error(`no operator runs in ${pod}`)
}

/** Scales a component of the release and waits until all of its pods are ready. */
export async function scale(component: string, replicas: number): Promise<void> {
  const deployment = ['deployment', `${RELEASE}-${component}`, '--namespace', NAMESPACE]
  await kubectl('scale', ...deployment, '--replicas', String(replicas))
  await kubectl('rollout', 'status', ...deployment, '--timeout', LIMIT)
  await expect.poll(async () => (await pods(component)).length).toBe(replicas)
}

/** Waits until all pods of a component are those of its last revision, and ready. */
export async function untilRolledOut(component: string): Promise<void> {
  const deployment = `deployment/${RELEASE}-${component}`
  await kubectl('rollout', 'status', deployment, '--namespace', NAMESPACE, '--timeout', LIMIT)
}

/** Pod of the leading operator. */
export async function leader(): Promise<string> {
  const lease = await find('leases', `${RELEASE}-operator`, NAMESPACE)
  return String(lease?.spec['holderIdentity'] ?? '')
}

/** Requests a scrape; returns a function that checks whether it is done. */
export async function requestScrape(namespace: string, username: string): Promise<() => Promise<boolean>> {
  const name = objectName(username)
  const state = async () => (await find('tiktokaccounts', name, namespace))?.status
  const before = (await state())?.['lastScrapeTime']
  // By then, new posts have appeared and counts have grown.
  await advanceClock(3600)
  const request = `clipmeter.io/scrape-requested-at=${new Date().toISOString()}`
  await kubectl('annotate', 'tta', name, '--namespace', namespace, '--overwrite', request)
  return async () => (await state())?.['lastScrapeTime'] !== before
}

/** The open run to which the account is assigned. */
export async function openRun(database: Database, username: string): Promise<string | undefined> {
  const rows = await database.query<{ run_id: string }>(
    `SELECT u.run_id FROM run_units u JOIN platform_accounts a ON a.id = u.account_id WHERE u.assigned AND a.username = '${username}'`,
  )
  return rows[0]?.run_id
}

/** Waits until the run has completed. */
export async function expectCompletion(database: Database, run: string): Promise<void> {
  const ended = `SELECT end_reason FROM runs WHERE id = '${run}' AND ended_at IS NOT NULL`
  await expect.poll(() => database.query(ended)).toEqual([{ end_reason: 'completed' }])
}

/**
 * Invariants that must hold after every fault, once everything has settled: no run is lost, no work is done by two runs, and there
 * are no duplicates.
 */
export async function expectOrder(database: Database): Promise<void> {
  const count = async (what: string) =>
    (await database.query<{ n: string }>(`SELECT count(*) AS n FROM ${what}`))[0]?.n
  await expect.poll(() => count('runs WHERE ended_at IS NULL')).toBe('0')
  expect(
    await count('run_units u JOIN runs r ON r.id = u.run_id WHERE u.assigned AND r.ended_at IS NOT NULL'),
  ).toBe('0')
  // An account may be assigned to two runs one after the other, but never at once.
  const overlapping = `run_units u JOIN runs r ON r.id = u.run_id JOIN run_units v ON v.account_id = u.account_id AND v.id > u.id
    JOIN runs s ON s.id = v.run_id WHERE s.opened_at < coalesce(u.ended_at, r.ended_at)`
  expect(await count(overlapping)).toBe('0')
  const twice = `(SELECT post_id, observed_at FROM post_metrics GROUP BY 1, 2 HAVING count(*) > 1)`
  expect(await count(`${twice} t`)).toBe('0')
}
