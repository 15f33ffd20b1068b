import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { appendFile, chown, copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { run } from './run.ts'

/** Debian's `nobody`: the server refuses to run as root. */
const UNPRIVILEGED_UID = 65534
/** Unpacking and a first start take seconds, but minutes on a machine whose cores are all busy. */
const TIMEOUT_MS = 300_000

/** Name of a Service that follows the primary server, as CloudNativePG's does. */
export const PRIMARY_SERVICE = 'clipmeter-db-rw'

export type DatabaseAddress = { folder: string; host: string; port: number; password: string }

/** A PostgreSQL server with TLS that pods can reach, and that can be killed and restarted given its folder. */
export class Database {
  constructor(readonly address: DatabaseAddress) {}

  static async start(folder: string, host: string, port: number): Promise<Database> {
    const database = new Database({ folder, host, port, password: randomBytes(16).toString('hex') })
    await mkdir(folder, { recursive: true })
    await writeFile(database.at('password'), database.address.password)
    await database.makeCertificate()
    for (const path of ['.', 'password', 'server.key'])
      await chown(database.at(path), UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    const [file, args] = await asUnprivileged('initdb')
    const settings = ['--username', 'postgres', '--auth', 'scram-sha-256', '--no-sync']
    const places = ['--pgdata', database.at('data'), '--pwfile', database.at('password')]
    await run(file, [...args, ...settings, ...places])
    const clients = ['all', 'replication'].map((databases) => `hostssl ${databases} all all scram-sha-256\n`)
    await appendFile(database.at('data/pg_hba.conf'), clients.join(''))
    await database.resume()
    return database
  }

  /** Starts a synchronous replica: what this server has committed is never lost in a failover. */
  async startReplica(folder: string, port: number): Promise<Database> {
    const replica = new Database({ ...this.address, folder, port })
    await mkdir(folder, { recursive: true })
    for (const file of ['ca.crt', 'server.crt', 'server.key']) await copyFile(this.at(file), replica.at(file))
    await this.connected('postgres', async (client) => {
      await client.query(`SELECT pg_backup_start('replica', true)`)
      await run('cp', ['--archive', this.at('data'), replica.at('data')])
      const stopped = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
      await writeFile(replica.at('data/backup_label'), stopped.rows[0]?.labelfile ?? '')
    })
    await rm(replica.at('data/postmaster.pid'))
    const { host, port: primary, password } = this.address
    const source = `host=${host} port=${primary} user=postgres password=${password} application_name=replica sslmode=verify-full sslrootcert=${replica.caFile} sslcertmode=disable`
    await appendFile(replica.at('data/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    await writeFile(replica.at('data/standby.signal'), '')
    await run('chown', ['--recursive', `${UNPRIVILEGED_UID}:${UNPRIVILEGED_UID}`, folder])
    await replica.resume()
    await this.query(`ALTER SYSTEM SET synchronous_standby_names = 'replica'`, 'postgres')
    await this.query('SELECT pg_reload_conf()', 'postgres')
    const synchronous = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`
    await until(
      'the replica is synchronous',
      async () => (await this.query(synchronous, 'postgres')).length > 0,
    )
    return replica
  }

  /** Makes a replica the primary server. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()', 'postgres')
  }

  /** Certificate of the authority that signed the server's certificate. */
  get caFile(): string {
    return this.at('ca.crt')
  }

  url(name = 'clipmeter', caFile = this.caFile): string {
    const { host, port, password } = this.address
    return `postgres://postgres:${password}@${host}:${port}/${name}?sslmode=verify-full&sslrootcert=${caFile}`
  }

  /** Runs SQL as the administrator. */
  async query<Row extends QueryResultRow>(sql: string, name = 'clipmeter'): Promise<Row[]> {
    return this.connected(name, async (client) => (await client.query<Row>(sql)).rows)
  }

  private async connected<T>(name: string, use: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.url(name) })
    // A server that is killed during a query reports this twice: to the query and to the error listener.
    client.on('error', () => {})
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }

  /** Kills the server, as in a power failure. */
  async kill(): Promise<void> {
    const file = await readFile(this.at('data/postmaster.pid'), 'utf8').catch(() => undefined)
    if (file === undefined) return
    const pid = Number.parseInt(file, 10)
    process.kill(pid, 'SIGQUIT')
    await until('the database server is gone', () => Promise.resolve(!isRunning(pid)))
  }

  /** Starts the server and waits until it accepts connections. */
  async resume(): Promise<void> {
    const [file, args] = await asUnprivileged('postgres')
    const settings = {
      listen_addresses: this.address.host,
      port: String(this.address.port),
      unix_socket_directories: this.address.folder,
      fsync: 'off',
      ssl: 'on',
      ssl_cert_file: this.at('server.crt'),
      ssl_key_file: this.at('server.key'),
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    // The server outlives the process of the test that restarted it.
    const server = spawn(file, [...args, '-D', this.at('data'), ...options], {
      stdio: 'ignore',
      detached: true,
    })
    server.unref()
    const { host, port } = this.address
    await until('the database answers', () => {
      if (server.exitCode !== null)
        throw new Error(`PostgreSQL did not start. Does another one use port ${port} of ${host}?`)
      return this.query('SELECT 1', 'postgres').then(
        () => true,
        () => false,
      )
    })
  }

  private at(path: string): string {
    return join(this.address.folder, path)
  }

  /** Certificate for the names that pods use, signed by its own authority, so that pods can verify it. */
  private async makeCertificate(): Promise<void> {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const authority = [
      '-subj',
      '/CN=authority of the tests',
      '-keyout',
      this.at('ca.key'),
      '-out',
      this.caFile,
    ]
    await run('openssl', ['req', '-x509', ...key, ...authority])
    const names = [
      '-addext',
      `subjectAltName=IP:${this.address.host},DNS:${PRIMARY_SERVICE}`,
      '-addext',
      'basicConstraints=CA:FALSE',
    ]
    const signed = ['-CA', this.caFile, '-CAkey', this.at('ca.key'), '-subj', '/CN=database of the tests']
    const files = ['-keyout', this.at('server.key'), '-out', this.at('server.crt')]
    await run('openssl', ['req', '-x509', ...key, ...signed, ...names, ...files])
  }
}

/** Command and first arguments that run one of the server's programs as a user whom it accepts. */
async function asUnprivileged(program: string): Promise<[string, string[]]> {
  const user = String(UNPRIVILEGED_UID)
  const file = join(await installed(), program)
  return ['setpriv', ['--reuid', user, '--regid', user, '--clear-groups', file]]
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Folder of the programs that standalone mode has downloaded. */
async function installed(): Promise<string> {
  const home =
    process.getuid?.() === 0
      ? '/var/cache/clipmeter'
      : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'clipmeter')
  const cache = process.env['CLIPMETER_CACHE'] ?? home
  const version = (await readdir(cache))
    .filter((name) => /^postgresql-[\d.]+$/.test(name))
    .toSorted()
    .at(-1)
  if (version === undefined) throw new Error(`no PostgreSQL in ${cache}: start standalone mode once`)
  return join(cache, version, 'bin')
}
