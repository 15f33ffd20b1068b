/**
 * Checks which addresses pods can reach under the rendered NetworkPolicies: node networks.mjs FOLDER, which contains SET.json for each set
 * of values. Considers egress to IPv4 addresses; pods and namespaces are tested on a cluster.
 */
import { BlockList, isIPv4 } from 'node:net'
import { join } from 'node:path'
import { read, selects } from './objects.mjs'

const SCRAPER = { component: 'scraper', namespace: 'clipmeter-scrapers' }
const API = { component: 'api', namespace: 'clipmeter' }
const OPERATOR = { component: 'operator', namespace: 'clipmeter' }
const MIGRATION = { component: 'migration', namespace: 'clipmeter' }
const METADATA = '169.254.169.254'

/** [set of values, pods, address, port, protocol, whether it can be reached] */
const CASES = [
  ['default', SCRAPER, '192.0.2.10', 443, 'TCP', true],
  ['default', SCRAPER, '192.0.2.10', 80, 'TCP', false],
  ['default', SCRAPER, '10.0.0.1', 443, 'TCP', false],
  ['default', SCRAPER, '169.254.20.10', 53, 'UDP', true],
  // The metadata servers of AWS, Azure and Google have this address. Their data contains credentials of the node.
  ['default', SCRAPER, METADATA, 80, 'TCP', false],
  ['default', SCRAPER, METADATA, 443, 'TCP', false],
  ['default', SCRAPER, METADATA, 53, 'UDP', false],
  ['default', API, METADATA, 80, 'TCP', false],
  ['default', OPERATOR, METADATA, 80, 'TCP', false],
  ['migration-job', MIGRATION, METADATA, 80, 'TCP', false],
  // The API server, for events.
  ['migration-job', MIGRATION, '10.96.0.1', 443, 'TCP', true],
  // Cloud DNS of GKE has the same address.
  ...[SCRAPER, API, OPERATOR].flatMap((pods) => [
    ['gke', pods, METADATA, 53, 'UDP', true],
    ['gke', pods, METADATA, 53, 'TCP', true],
    ['gke', pods, '169.254.20.10', 53, 'UDP', true],
  ]),
  ['gke', SCRAPER, METADATA, 80, 'TCP', false],
  ['gke', SCRAPER, METADATA, 443, 'TCP', false],
  ['gke', SCRAPER, '169.254.169.252', 988, 'TCP', false],
  ['gke', OPERATOR, METADATA, 80, 'TCP', false],
  // A sidecar of the API requests tokens.
  ['gke', API, METADATA, 80, 'TCP', true],
  ['gke', API, '169.254.169.252', 988, 'TCP', true],
  ['gke', API, '10.20.0.5', 3307, 'TCP', true],
  ['gke', OPERATOR, '10.20.0.5', 3307, 'TCP', false],
  ['air-gapped', SCRAPER, '192.0.2.10', 443, 'TCP', false],
  ['air-gapped', SCRAPER, '192.0.2.30', 3128, 'TCP', true],
  ['openshift', SCRAPER, '169.254.20.10', 53, 'UDP', false],
  // Only the collector's pods.
  ...[SCRAPER, API, OPERATOR].map((pods) => ['tracing', pods, '192.0.2.10', 4317, 'TCP', false]),
]

function contains(cidr, address) {
  const [network, prefix] = cidr.split('/')
  if (!isIPv4(network)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(prefix))
  return list.check(address)
}

function reaches(objects, pods, address, port, protocol) {
  const labels = {
    'app.kubernetes.io/name': 'clipmeter',
    'app.kubernetes.io/instance': 'clipmeter',
    'app.kubernetes.io/component': pods.component,
  }
  const rules = objects
    .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.namespace === pods.namespace)
    .filter(({ spec }) => spec.policyTypes.includes('Egress') && selects(spec.podSelector, labels))
    .flatMap(({ spec }) => spec.egress ?? [])
  const isOpen = ({ ports }) =>
    !ports || ports.some((each) => each.port === port && each.protocol === protocol)
  const isPeer = ({ ipBlock }) =>
    ipBlock && contains(ipBlock.cidr, address) && !ipBlock.except?.some((cidr) => contains(cidr, address))
  return rules.some((rule) => isOpen(rule) && (!rule.to || rule.to.some(isPeer)))
}

for (const [set, pods, address, port, protocol, expected] of CASES) {
  const actual = reaches(read(join(process.argv[2], `${set}.json`)), pods, address, port, protocol)
  if (actual !== expected) {
    console.log(
      `${set}: ${pods.component} ${actual ? 'reaches' : 'does not reach'} ${address}:${port}/${protocol}`,
    )
    process.exitCode = 1
  }
}
