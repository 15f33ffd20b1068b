import { SNAPSHOT } from './environment.ts'
import { makeFolder, removeFolder } from './folder.ts'

/** Creates the folder of the snapshot and removes it afterwards. The workers start their own programs. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SNAPSHOT] !== undefined) return undefined
  const folder = await makeFolder()
  process.env[SNAPSHOT] = folder
  return () => removeFolder(folder)
}
