import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder for data of programs. If started by root, the database runs as another user, who needs access to the parent
 * folders.
 */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipmeter-e2e-'))
  await chmod(folder, 0o755)
  return folder
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Creates a folder that is removed after `use`. */
export async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await makeFolder()
  await use(folder).finally(() => removeFolder(folder))
}
