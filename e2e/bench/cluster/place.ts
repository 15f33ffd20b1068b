import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Database, type DatabaseAddress } from '../../kubernetes/support/database.ts'

/** What `bench/cluster/run` tells the steps in their environment. */
export function requireEnv(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: use bench/cluster/run`)
  return value
}

/** The folder of a measurement, with the cluster, the database and what the steps have found. */
export const PLACE = requireEnv('PLACE')

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Keeps what a step has found for those after it. */
export async function note(name: string, found: unknown): Promise<void> {
  await writeFile(join(PLACE, `${name}.json`), JSON.stringify(found, undefined, 2))
}

export async function noted<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(PLACE, `${name}.json`), 'utf8')) as T
}

export async function database(): Promise<Database> {
  return new Database(await noted<DatabaseAddress>('database-address'))
}

export function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
}

/** Waits until it holds, without a limit: how long things take is what is measured. Asks every so many milliseconds. */
export async function until(condition: () => Promise<boolean>, every = 2000): Promise<void> {
  while (!(await condition())) await pause(every)
}
