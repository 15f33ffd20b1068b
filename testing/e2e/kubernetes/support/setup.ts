import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SIMULATOR_ADDRESS } from '../../support/programs/environment.ts'
import { built, SIMULATOR } from '../../support/programs/paths.ts'
import { start } from '../../support/programs/program.ts'
import { loadImage, useCluster } from './cluster.ts'
import { Database } from './database.ts'
import { HTTP_PORT, install, logs, NAMESPACE, prepare } from './install.ts'
import { announce, installation } from './installation.ts'

/** No other program listens in the folder's own network. */
const DATABASE_PORT = 15432

/**
 * Starts a cluster, or uses the current one, with a database and the simulator, and installs Clipmeter; stops and removes
 * everything afterwards. An installation named in the environment is used as it is.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (installation() !== undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'clipmeter-kubernetes-'))
  // The database runs as another user, who needs access to the parent folders.
  await chmod(folder, 0o755)
  const cleanups: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const end = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  }
  try {
    const cluster = await useCluster(join(folder, 'cluster'))
    if (cluster === undefined) {
      await end()
      return undefined
    }
    cleanups.push(cluster.stop)
    const database = await Database.start(join(folder, 'database'), cluster.hostAddress, DATABASE_PORT)
    cleanups.push(() => database.kill())
    await database.query('CREATE DATABASE clipmeter', 'postgres')
    const simulator = await start('simulator', {
      file: SIMULATOR,
      args: ['--listen', `${cluster.hostAddress}:0`, '--accounts', '60', '--seed', '7', '--clock-speed', '0'],
    })
    cleanups.push(simulator.stop)
    process.env[SIMULATOR_ADDRESS] = simulator.url

    // Debug builds read the web app from the folder where it was built.
    await loadImage('localhost/clipmeter-api:e2e', built('api'))
    await loadImage('localhost/clipmeter-operator:e2e', built('operator'))
    await loadImage('localhost/clipmeter-scraper:e2e', built('scraper-cluster'))
    await prepare(database)
    await install(simulator.url)
    cleanups.push(cluster.leave)
    announce({
      namespace: NAMESPACE,
      url: `http://${cluster.nodeAddress}:${HTTP_PORT}`,
      platforms: simulator.url,
      database: database.address,
    })
    return end
  } catch (error) {
    console.log(await logs().catch(String))
    await end()
    throw error
  }
}
