import { join } from 'node:path'
import { Api } from '../../support/data/api.ts'
import { ADMIN } from '../../support/programs/environment.ts'
import { makeSessions } from '../../support/data/sessions.ts'
import { loadImage } from '../../kubernetes/support/cluster.ts'
import { Database } from '../../kubernetes/support/database.ts'
import { HTTP_PORT, install, prepare } from '../../kubernetes/support/install.ts'
import { requireEnv, note, PLACE, say } from './place.ts'

/** No other program listens in the network of the cluster's own link. */
const DATABASE_PORT = 15432
/** More than the number of simultaneous Jobs, so that no run waits for a session. */
const SESSIONS = 100

/** Loads the programs into the cluster and installs them with the charts' default settings. */
for (const program of ['operator', 'api', 'scraper']) {
  await loadImage(`localhost/clipmeter-${program}:e2e`, join(requireEnv('PROGRAMS'), program))
}
const database = await Database.start(join(PLACE, 'database'), requireEnv('HOST_ADDRESS'), DATABASE_PORT)
await note('database-address', database.address)
await database.query('CREATE DATABASE clipmeter', 'postgres')
await prepare(database)
await install(requireEnv('SIMULATOR'), {
  operator: { replicas: 1 },
  api: { replicas: 1, service: { type: 'NodePort', nodePort: HTTP_PORT } },
  policy: { create: true, spec: {} },
})
const api = await Api.signIn(`http://${requireEnv('NODE_ADDRESS')}:${HTTP_PORT}`, ADMIN)
await api.post('/api/scraping/sessions', { sessions: makeSessions(SESSIONS) })
say('installed')
