import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Database, type DatabaseAddress } from '../../kubernetes/support/database.ts'

/** Returns an environment variable that `bench/cluster/run` sets for its steps. */
export function requireEnv(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: use bench/cluster/run`)
  return value
}

/** The folder of a measurement, with the cluster, the database and the results of the steps. */
export const PLACE = requireEnv('PLACE')

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Saves a step's result for the following steps. */
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

/** Waits for the condition without a time limit, since durations are what is measured. Polls every `every` milliseconds. */
export async function until(condition: () => Promise<boolean>, every = 2000): Promise<void> {
  while (!(await condition())) await pause(every)
}
