import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../../support/paths.ts'
import { attempt, run } from './run.ts'

const SCRIPTS = join(ROOT, 'e2e/cluster')
/** What `up` answers where this machine cannot run a cluster. */
const CANNOT = 77

export type Cluster = {
  /** By which pods reach servers on this machine. */
  hostAddress: string
  /** By which this machine reaches ports of the node. */
  nodeAddress: string
  stop: () => Promise<void>
}

/** A cluster of the tests' own in a folder, with kubectl and helm in our environment; undefined where there can be none. */
export async function startCluster(folder: string): Promise<Cluster | undefined> {
  const started = await attempt(join(SCRIPTS, 'up'), [folder])
  if (started.code === CANNOT && process.env['CI'] !== 'true') {
    console.log(`Skipped, because there can be no cluster here: ${started.stderr}`)
    return undefined
  }
  if (started.code !== 0) throw new Error(`no cluster: ${started.stderr}`)
  const kubeconfig = started.stdout.trim()
  process.env['KUBECONFIG'] = kubeconfig
  process.env['PATH'] =
    `${(await run(join(SCRIPTS, 'tools'), ['kubectl', 'helm'])).trim()}:${process.env['PATH']}`
  const server = /server: https:\/\/([^:]+):/.exec(await readFile(kubeconfig, 'utf8'))?.[1]
  if (server === undefined) throw new Error(`no server in ${kubeconfig}`)
  return {
    hostAddress: (await readFile(join(dirname(kubeconfig), 'host-address'), 'utf8')).trim(),
    nodeAddress: server,
    stop: async () => {
      await run(join(SCRIPTS, 'down'), [folder])
      // Without the link to the node its address would be looked for elsewhere.
      delete process.env['KUBECONFIG']
    },
  }
}

/** Makes an image of a program that was built here, with files that it reads at the paths they have here. */
export async function loadImage(name: string, binary: string, ...files: string[]): Promise<void> {
  await run(join(SCRIPTS, 'image'), [name, binary, ...files])
}
