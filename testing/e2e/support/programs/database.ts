import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { address, DATA_FOLDER } from './environment.ts'

/** Runs SQL on the database of the tests' shared program, for state that only a cluster can set. */
export async function query(sql: string, values: unknown[]): Promise<void> {
  const folder = join(address(DATA_FOLDER), 'postgres')
  // The fifth line is the folder of the socket: https://www.postgresql.org/docs/18/storage-file-layout.html
  const [, , , , host] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')
  const password = await readFile(join(folder, 'password'), 'utf8')
  const client = new Client({ host: host ?? '', user: 'postgres', database: 'postgres', password })
  await client.connect()
  try {
    await client.query(sql, values)
  } finally {
    await client.end()
  }
}
