import { join } from 'node:path'
import { ADMIN } from './environment.ts'
import { withFolder } from './folder.ts'
import { CLIPMETER } from './paths.ts'
import { start } from './program.ts'

/** Longer than the timeouts of `start` and `stop`; the error of `start` includes the program's last output. */
export const STARTED_WITHIN = 300_000

type Settings = { data: string; args?: string[]; env?: Record<string, string> }

/** Runs a program on a data folder while `use` runs. */
export async function withProgram(
  { data, args = [], env = {} }: Settings,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const program = await start('clipmeter', {
    file: CLIPMETER,
    args: ['standalone', ...args, '--data-dir', data, '--listen', '127.0.0.1:0'],
    env: { CLIPMETER_ADMIN_PASSWORD: ADMIN.password, CLIPMETER_REQUEST_DELAY_FACTOR: '0', ...env },
  })
  await use(program.url).finally(program.stop)
}

/** Runs a program on an empty data folder. */
export async function withOwnProgram(
  settings: Omit<Settings, 'data'>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  await withFolder((folder) => withProgram({ ...settings, data: join(folder, 'data') }, use))
}

/** Environment that replaces both platforms with the simulator. */
export function platformsAt(simulator: string): Record<string, string> {
  return { CLIPMETER_INSTAGRAM_URL: simulator, CLIPMETER_TIKTOK_URL: simulator }
}
