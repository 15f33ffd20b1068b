import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { address, SNAPSHOT } from './environment.ts'

const run = promisify(execFile)

/** The data folder as the journey left it. */
const data = () => join(address(SNAPSHOT), 'data')
/** Start of the clock of the journey's simulator, from which the platforms' data are generated. */
const began = () => join(address(SNAPSHOT), 'clock-start')

/** Moves the data folder of a stopped program to the snapshot. */
export async function saveData(folder: string): Promise<void> {
  await rm(data(), { recursive: true, force: true })
  // A rename fails if CLIPMETER_E2E_SNAPSHOT is a folder on another file system.
  await rename(folder, data()).catch(() => copy(folder, data()))
}

export async function copyData(folder: string): Promise<void> {
  await copy(data(), folder)
}

export async function saveClockStart(start: string): Promise<void> {
  await mkdir(address(SNAPSHOT), { recursive: true })
  await writeFile(began(), start)
}

export function readClockStart(): Promise<string> {
  return readFile(began(), 'utf8')
}

/** Preserves owners: the database refuses files of other users. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', '--reflink=auto', from, to])
}
