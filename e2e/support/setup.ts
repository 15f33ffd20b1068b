import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADDRESS, ADMIN, DATA_FOLDER, SIMULATOR_ADDRESS } from './environment.ts'
import { CLIPMETER, FIXTURES, SIMULATOR } from './paths.ts'
import { start, type Program } from './program.ts'

/** Starts the simulator and the real program on an empty data folder; stops and removes them afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clipmeter-e2e-'))
  // Started by root, the database runs as another user, who must be able to come this far.
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const running: Program[] = []
  const stop = async () => {
    for (const program of running.toReversed()) await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const simulator = await start('simulator', {
      file: SIMULATOR,
      // Beside the recorded accounts some that are made up, to whom more can happen.
      args: ['--listen', '127.0.0.1:0', '--replay', FIXTURES, '--clock-speed', '0', '--accounts', '8'],
    })
    running.push(simulator)
    const clipmeter = await start('clipmeter', {
      file: CLIPMETER,
      args: ['standalone', '--data-dir', data, '--listen', '127.0.0.1:0'],
      env: {
        CLIPMETER_ADMIN_PASSWORD: ADMIN.password,
        CLIPMETER_INSTAGRAM_URL: simulator.url,
        CLIPMETER_TIKTOK_URL: simulator.url,
        CLIPMETER_PACE: '0',
      },
    })
    running.push(clipmeter)
    process.env[ADDRESS] = clipmeter.url
    process.env[DATA_FOLDER] = data
    process.env[SIMULATOR_ADDRESS] = simulator.url
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
