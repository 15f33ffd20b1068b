import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ADMIN } from '../../support/programs/environment.ts'
import { ROOT } from '../../support/programs/paths.ts'
import { PRIMARY_SERVICE, type Database } from './database.ts'
import { LIMIT, apply, kubectl } from './kubectl.ts'
import { attempt, run } from './run.ts'

export const RELEASE = 'clipmeter'
export const NAMESPACE = 'clipmeter-system'
/** Namespace of the scrapers' Jobs. */
export const SCRAPERS = `${NAMESPACE}-scrapers`
/** Node port of the dashboard, for this machine. */
export const HTTP_PORT = 30080
/** Port of the Service that leads to the database. */
const SERVICE_PORT = 5432

/** Two replicas wherever possible; the simulator is the only platform. */
function values(platforms: string): object {
  const { hostname, port } = new URL(platforms)
  return {
    image: { registry: 'localhost', tag: 'e2e', pullPolicy: 'Never' },
    operator: { replicas: 2 },
    api: { replicas: 2, service: { type: 'NodePort', nodePort: HTTP_PORT } },
    scraper: {
      env: [
        { name: 'CLIPMETER_INSTAGRAM_URL', value: platforms },
        { name: 'CLIPMETER_TIKTOK_URL', value: platforms },
        { name: 'CLIPMETER_REQUEST_DELAY_FACTOR', value: '0' },
      ],
    },
    database: {
      external: { existingSecret: 'clipmeter-database', tls: { caSecret: 'clipmeter-database-ca' } },
    },
    admin: { existingSecret: 'clipmeter-admin' },
    policy: { create: true, spec: { batch: { windowSeconds: 0 } } },
    networkPolicy: {
      scraper: {
        egress: [
          { to: [{ ipBlock: { cidr: `${hostname}/32` } }], ports: [{ port: Number(port), protocol: 'TCP' }] },
        ],
      },
    },
  }
}

/** Creates the namespace, which accepts only restricted pods, and the Secrets that a cluster's administrator provides. */
export async function prepare(database: Database): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
  await apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } },
    secret('clipmeter-admin', { password: ADMIN.password }),
  ])
  await useDatabase(database, 'clipmeter')
}

/** Sets the database of the next installation. */
export async function useDatabase(database: Database, dbname: string): Promise<void> {
  const { host, port } = database.address
  await setDatabase(database, dbname, host, port)
}

/** Sets the database of the next installation to the Service, which can follow a failover. */
export async function useDatabaseService(database: Database, dbname: string): Promise<void> {
  await pointServiceTo(database)
  await setDatabase(database, dbname, PRIMARY_SERVICE, SERVICE_PORT)
}

async function setDatabase(database: Database, dbname: string, host: string, port: number): Promise<void> {
  const { password } = database.address
  await apply([
    secret('clipmeter-database-ca', { 'ca.crt': await readFile(database.caFile, 'utf8') }),
    secret('clipmeter-database', { host, port: String(port), dbname, user: 'postgres', password }),
  ])
}

/** Lets the Service lead to this server, as CloudNativePG does after a failover. */
export async function pointServiceTo({ address }: Database): Promise<void> {
  const metadata = { name: PRIMARY_SERVICE, namespace: NAMESPACE }
  const labels = { 'kubernetes.io/service-name': PRIMARY_SERVICE }
  await apply([
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { ports: [{ name: 'postgres', port: SERVICE_PORT }] },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, labels },
      addressType: 'IPv4',
      endpoints: [{ addresses: [address.host] }],
      ports: [{ name: 'postgres', port: address.port }],
    },
  ])
}

function secret(name: string, stringData: Record<string, string>): object {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE }, stringData }
}

/** The charts of this version. */
const CHARTS = { definitions: join(ROOT, 'charts/clipmeter-crds'), clipmeter: join(ROOT, 'charts/clipmeter') }
/**
 * The packaged chart of the previous version, as installed before an upgrade. The definitions are upgraded first, and the programs of
 * this version need them; `crds/tests` upgrades the previous definitions.
 */
export const PREVIOUS: typeof CHARTS = {
  ...CHARTS,
  clipmeter: join(ROOT, 'testing/e2e/kubernetes/previous/clipmeter-0.1.0.tgz'),
}

/** Installs or upgrades the CRDs and the release, and waits until all of it is ready. */
export async function install(platforms: string, more: object = {}, charts = CHARTS): Promise<void> {
  const upgrade = ['upgrade', '--install']
  const place = ['--namespace', NAMESPACE, '--wait', '--timeout', LIMIT]
  await run('helm', [...upgrade, 'clipmeter-crds', charts.definitions, ...place])
  await run('helm', [...upgrade, RELEASE, charts.clipmeter, ...place, '--values', '-'], {
    input: JSON.stringify({ ...values(platforms), ...more }),
  })
}

/** Returns to the values and the chart of the release before the last upgrade. */
export async function rollBack(): Promise<void> {
  await run('helm', ['rollback', RELEASE, '--namespace', NAMESPACE, '--wait', '--timeout', LIMIT])
}

export async function uninstall(): Promise<void> {
  await run('helm', ['uninstall', RELEASE, '--namespace', NAMESPACE, '--wait', '--timeout', LIMIT])
}

/** Removes the release and its dependencies from a cluster that continues to exist. */
export async function removeInstallation(): Promise<void> {
  await kubectl('delete', 'clientgroups', '--all', '--timeout', LIMIT)
  await uninstall()
  await run('helm', ['uninstall', 'clipmeter-crds', '--namespace', NAMESPACE])
  const kinds = [
    'clientgroups',
    'instagramaccounts',
    'tiktokaccounts',
    'tiktokvideos',
    'scrapepolicies',
    'platformconfigs',
    'scraperpools',
  ]
  await kubectl('delete', 'customresourcedefinitions', ...kinds.map((kind) => `${kind}.clipmeter.io`))
  await kubectl('delete', 'namespace', NAMESPACE)
}

/** Last log lines of the release's pods, for debugging failures. */
export async function logs(): Promise<string> {
  const selector = 'app.kubernetes.io/name=clipmeter'
  const states = await Promise.all(
    [NAMESPACE, SCRAPERS].map((namespace) =>
      kubectl('get', 'pods,jobs', '--namespace', namespace, '--output', 'wide'),
    ),
  )
  // Before the installation, there are no definitions.
  const groups = await attempt('kubectl', ['get', 'clientgroups', '--output', 'wide'])
  const said = await kubectl(
    'logs',
    '--namespace',
    NAMESPACE,
    '--selector',
    selector,
    '--tail',
    '60',
    '--prefix',
  )
  return [...states, groups.stdout, said].join('\n')
}
