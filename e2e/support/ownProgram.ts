import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from './environment.ts'
import { CLIPMETER } from './paths.ts'
import { start } from './program.ts'

type Settings = { args?: string[]; env?: Record<string, string> }

/** A program beside the one that all tests share, on a data folder of its own, for as long as `use` takes. */
export async function withOwnProgram(
  { args = [], env = {} }: Settings,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clipmeter-own-'))
  // Started by root, the database runs as another user, who must be able to come this far.
  await chmod(folder, 0o755)
  try {
    const program = await start('clipmeter of a test', {
      file: CLIPMETER,
      args: ['standalone', ...args, '--data-dir', join(folder, 'data'), '--listen', '127.0.0.1:0'],
      env: { CLIPMETER_ADMIN_PASSWORD: ADMIN.password, CLIPMETER_PACE: '0', ...env },
    })
    await use(program.url).finally(program.stop)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
