import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../../support/programs/paths.ts'
import { removeInstallation } from './install.ts'
import { kubectl } from './kubectl.ts'
import { attempt, run } from './run.ts'

const SCRIPTS = join(ROOT, 'testing/e2e/cluster')
/** Exit code of `up` if this machine cannot run a cluster. */
const CANNOT = 77

/** `current`, or unset for a cluster of the tests' own. */
const CLUSTER = 'CLIPMETER_E2E_CLUSTER'
/** Address by which pods of the current cluster reach servers on this machine. */
const HOST_ADDRESS = 'CLIPMETER_E2E_HOST'
/** Address by which this machine reaches ports of the current cluster's nodes; by default that of the first node. */
const NODE_ADDRESS = 'CLIPMETER_E2E_NODE'

export type Cluster = {
  /** Address by which pods reach servers on this machine. */
  hostAddress: string
  /** Address by which this machine reaches ports of the node. */
  nodeAddress: string
  /** Uninstalls everything from a cluster that continues to exist. */
  leave: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Prepares the cluster of the tests, with kubectl and helm in the environment: the current one if requested, otherwise the tests'
 * own in a folder; undefined if there can be none.
 */
export async function useCluster(folder: string): Promise<Cluster | undefined> {
  return process.env[CLUSTER] === 'current' ? useCurrent() : start(folder)
}

/** The cluster of KUBECONFIG, which must not contain anything of Clipmeter and is left without it. */
async function useCurrent(): Promise<Cluster> {
  const hostAddress = process.env[HOST_ADDRESS]
  if (hostAddress === undefined || process.env['KUBECONFIG'] === undefined)
    throw new Error(
      `${CLUSTER}=current needs KUBECONFIG and, in ${HOST_ADDRESS}, the address by which pods reach this machine`,
    )
  await addTools()
  const node = 'jsonpath={.items[0].status.addresses[?(@.type=="InternalIP")].address}'
  const nodeAddress = process.env[NODE_ADDRESS] ?? (await kubectl('get', 'nodes', '--output', node))
  const definitions = await kubectl('get', 'customresourcedefinitions', '--output', 'name')
  const ours = definitions.split('\n').filter((name) => name.endsWith('.clipmeter.io'))
  if (ours.length > 0) throw new Error(`the cluster has Clipmeter already: remove ${ours.join(', ')} first`)
  return { hostAddress, nodeAddress, leave: removeInstallation, stop: () => Promise.resolve() }
}

/** Starts the tests' own cluster. */
async function start(folder: string): Promise<Cluster | undefined> {
  const started = await attempt(join(SCRIPTS, 'up'), [folder])
  if (started.code === CANNOT && process.env['CI'] !== 'true') {
    console.log(`Skipped, because there can be no cluster here: ${started.stderr}`)
    return undefined
  }
  if (started.code !== 0) throw new Error(`no cluster: ${started.stderr}`)
  const kubeconfig = started.stdout.trim()
  process.env['KUBECONFIG'] = kubeconfig
  await addTools()
  const server = /server: https:\/\/([^:]+):/.exec(await readFile(kubeconfig, 'utf8'))?.[1]
  if (server === undefined) throw new Error(`no server in ${kubeconfig}`)
  return {
    hostAddress: (await readFile(join(dirname(kubeconfig), 'host-address'), 'utf8')).trim(),
    nodeAddress: server,
    leave: () => Promise.resolve(),
    stop: async () => {
      await run(join(SCRIPTS, 'down'), [folder])
      // After the link to the node is gone, its address would be routed elsewhere.
      delete process.env['KUBECONFIG']
    },
  }
}

async function addTools(): Promise<void> {
  const tools = await run(join(SCRIPTS, 'tools'), ['kubectl', 'helm'])
  process.env['PATH'] = `${tools.trim()}:${process.env['PATH']}`
}

/** Builds an image of a program from this work tree, including files that it reads, at the same paths. */
export async function loadImage(name: string, binary: string): Promise<void> {
  await run(join(SCRIPTS, 'image'), [name, binary])
}
