import { NAMESPACE, RELEASE, SCRAPERS } from './support/install.ts'
import { list } from './support/api-server.ts'
import { apply, kubectl, untilScraped } from './support/kubectl.ts'
import { account } from './support/manifests.ts'
import { attempt } from './support/run.ts'
import { expect, test } from './support/test.ts'

/** What users of the cluster can read who cannot read Secrets. */
const KINDS = [
  'pods',
  'jobs.batch',
  'deployments.apps',
  'configmaps',
  'serviceaccounts',
  'services',
  'events.events.k8s.io',
  'leases.coordination.k8s.io',
  'namespaces',
  'resourcequotas',
  'clientgroups.clipmeter.io',
  'instagramaccounts.clipmeter.io',
  'tiktokaccounts.clipmeter.io',
  'tiktokvideos.clipmeter.io',
  'scrapepolicies.clipmeter.io',
  'platformconfigs.clipmeter.io',
  'scraperpools.clipmeter.io',
]

/** Not secret: addresses, names and certificates. */
const PUBLIC = ['ca.crt', 'tls.crt', 'host', 'port', 'dbname', 'user', 'username']

/** Shorter values could occur by chance. */
const SHORTEST = 12

test('ASVS 13.3.1: no value of a Secret is in logs, pods, Jobs, events or resources', async ({
  makeGroup,
  world,
}) => {
  const group = await makeGroup('secrecy')
  await apply(account('tiktok', group.namespace, world.tiktok[22] ?? ''))
  await untilScraped('tiktokaccounts.clipmeter.io', group.namespace)
  const secrets = await valuesOfSecrets()
  expect(secrets.length).toBeGreaterThan(4)
  const texts = [...(await logs()), ...(await objects())]
  // The search is not blind.
  for (const text of ['"kind": "TikTokAccount"', `${RELEASE}-keys`, '"level":"INFO"'])
    expect(
      texts.some(([, found]) => found.includes(text)),
      text,
    ).toBe(true)
  const found = texts.flatMap(([place, text]) =>
    secrets.filter(([, value]) => text.includes(value)).map(([name]) => `${name} is in ${place}`),
  )
  expect(found).toEqual([])
})

/** The secret texts in the Secrets of the installation, with their names, as they are and in base64. */
async function valuesOfSecrets(): Promise<[name: string, value: string][]> {
  const secrets = await list('secrets', { namespace: NAMESPACE })
  return secrets.flatMap(({ metadata, ...rest }) => {
    const { data = {}, type } = rest as unknown as { data?: Record<string, string>; type: string }
    if (type.startsWith('helm.sh/')) return []
    return Object.entries(data)
      .filter(([key]) => !PUBLIC.includes(key))
      .flatMap(([key, encoded]) => {
        const value = Buffer.from(encoded, 'base64').toString().trim()
        const texts = value.startsWith('{') ? leaves(JSON.parse(value)) : value.split('\n')
        const long = [...texts, encoded].filter((text) => text.length >= SHORTEST && !text.startsWith('---'))
        return long.map((text): [string, string] => [`${metadata.name}/${key}`, text])
      })
  })
}

/** All texts in a JSON document, except IDs. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (/(^|_)id$/.test(name) ? [] : leaves(inner)))
}

/** The logs of all containers, with the names of their pods. */
async function logs(): Promise<[place: string, text: string][]> {
  const found: [string, string][] = []
  for (const namespace of [NAMESPACE, SCRAPERS])
    for (const { metadata, status } of await list('pods', { namespace })) {
      if (status?.['phase'] === 'Pending') continue
      const text = await logOf(metadata.name, namespace)
      if (text !== undefined) found.push([`the log of ${metadata.name}`, text])
    }
  return found
}

/** The log of a pod, or undefined if it is gone: the Jobs of runs are deleted ten minutes after their end, with their pods. */
async function logOf(pod: string, namespace: string): Promise<string | undefined> {
  const args = ['logs', pod, '--namespace', namespace, '--all-containers']
  const { code, stdout, stderr } = await attempt('kubectl', args)
  if (code === 0) return stdout
  // The kubelet may delete the pod after the API server has found it.
  expect(stderr).toMatch(/not found|\(NotFound\)|does not exist/)
  return undefined
}

/** All objects of the kinds, as JSON. */
async function objects(): Promise<[place: string, text: string][]> {
  const found: [string, string][] = []
  for (const kind of KINDS)
    found.push([
      kind,
      await kubectl('get', kind, '--all-namespaces', '--output', 'json', '--show-managed-fields'),
    ])
  return found
}
