import { HTTP_PORT, install, NAMESPACE, uninstall, useDatabase } from './support/install.ts'
import { installation } from './support/installation.ts'
import { list, type Resource } from './support/api-server.ts'
import { expect, test } from './support/test.ts'

const NAME = 'migrated'

/** Keeps the second migration from ending for as long as the table has a row. */
const HOLD = `
  CREATE SCHEMA held;
  CREATE TABLE held.migration AS SELECT true AS is_held;
  CREATE FUNCTION held.wait() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    WHILE EXISTS (SELECT FROM held.migration) LOOP PERFORM pg_sleep(0.05); END LOOP;
  END $$;
  CREATE EVENT TRIGGER held ON ddl_command_start WHEN TAG IN ('CREATE TYPE') EXECUTE FUNCTION held.wait()`

type ContainerStatus = { ready: boolean; restartCount: number; state: object }

/** A container that runs and waits. */
const WAITING: unknown = expect.objectContaining({
  ready: false,
  restartCount: 0,
  state: { running: expect.anything() },
})

test('a Job migrates the database while replicas wait for it without restarts', async ({ database }) => {
  const platforms = installation()?.platforms ?? ''
  const api = {
    replicas: 2,
    service: { type: 'NodePort', nodePort: HTTP_PORT },
    migrationJob: { enabled: true },
  }
  await database.query(`CREATE DATABASE ${NAME}`, 'postgres')
  await database.query(HOLD, NAME)
  await uninstall()
  try {
    await useDatabase(database, NAME)
    const installed = install(platforms, { api })
    // Handled below; it may fail first.
    installed.catch(() => {})
    await expect.poll(() => events('MigrationStarted')).toHaveLength(1)
    // The pod of the Job may start before those of the replicas.
    await expect.poll(() => containers('api')).toEqual([WAITING, WAITING])
    expect(await events('MigrationFinished')).toEqual([])

    await database.query('DELETE FROM held.migration', NAME)
    await installed
    // The replicas may be ready before the Job's pod has ended.
    await expect.poll(() => events('MigrationFinished')).toHaveLength(1)
    const statuses = async () => (await migrations()).map(({ status }) => status)
    await expect.poll(statuses).toMatchObject([{ succeeded: 1 }])
    expect(await events('MigrationFailed')).toEqual([])
    const [job] = await migrations()
    for (const { ready, restartCount } of await containers('api'))
      expect({ ready, restartCount }).toEqual({ ready: true, restartCount: 0 })

    // Nothing has changed, so the Job is not repeated.
    await install(platforms, { api })
    expect((await migrations()).map(({ metadata }) => metadata.uid)).toEqual([job?.metadata.uid])
  } finally {
    await database.query('DELETE FROM held.migration', NAME)
    await uninstall()
    await useDatabase(database, 'clipmeter')
    await install(platforms)
  }
})

function component(name: string): string {
  return `app.kubernetes.io/component=${name}`
}

function migrations(): Promise<Resource[]> {
  return list('jobs', { namespace: NAMESPACE, labelSelector: component('migration') })
}

/** The states of the containers of a component's pods. */
async function containers(name: string): Promise<ContainerStatus[]> {
  const pods = await list('pods', { namespace: NAMESPACE, labelSelector: component(name) })
  return pods.flatMap(({ status }) => (status?.['containerStatuses'] ?? []) as ContainerStatus[])
}

/** Names of the events of the Job's pods. */
async function events(reason: string): Promise<string[]> {
  const found = await list('events', { namespace: NAMESPACE, fieldSelector: `reason=${reason}` })
  return found.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('clipmeter-migration-'))
}
