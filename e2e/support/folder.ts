import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for data of programs. Started by root, the database runs as another user, who must be able to come this far. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipmeter-e2e-'))
  await chmod(folder, 0o755)
  return folder
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** A folder for as long as `use` takes. */
export async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await makeFolder()
  await use(folder).finally(() => removeFolder(folder))
}
