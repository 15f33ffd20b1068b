/**
 * Takes the place of the kubelets of a cluster without any: nodes become ready, scheduled pods run and are ready, and deleted pods end.
 * Containers are not started. Runs until it is terminated.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const pollMs = 100
// The controller manager regards nodes as lost after 50 seconds.
const heartbeatMs = 10_000

const proxy = spawn('kubectl', ['proxy', '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] })
process.on('exit', () => proxy.kill())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit())
const [line] = await once(createInterface(proxy.stdout), 'line')
const server = `http://${line.replace('Starting to serve on ', '')}`

/** Sends a request, and returns the response. An object may have been removed in the meantime. */
async function send(method, path, body = undefined) {
  const type = method === 'PATCH' ? 'strategic-merge-patch+json' : 'json'
  const options = { method, headers: { 'content-type': `application/${type}` } }
  if (body) options.body = JSON.stringify(body)
  const response = await fetch(server + path, options)
  if (!response.ok && response.status !== 404) {
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
  return response.json()
}

const conditions = (...types) =>
  types.map((type) => ({ type, status: 'True', lastHeartbeatTime: new Date().toISOString() }))

async function beat({ metadata, status }) {
  const last = status?.conditions?.find(({ type }) => type === 'Ready')?.lastHeartbeatTime ?? 0
  if (Date.now() - new Date(last) < heartbeatMs) return
  await send('PATCH', `/api/v1/nodes/${metadata.name}/status`, {
    status: {
      capacity: { cpu: '8', memory: '32Gi', pods: '110' },
      allocatable: { cpu: '8', memory: '32Gi', pods: '110' },
      conditions: conditions('Ready'),
    },
  })
}

async function run({ metadata, status }) {
  const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`
  if (metadata.deletionTimestamp) {
    await send('DELETE', path, { gracePeriodSeconds: 0, preconditions: { uid: metadata.uid } })
  } else if (status.phase !== 'Running') {
    const ready = conditions('Initialized', 'ContainersReady', 'Ready')
    for (const condition of ready) delete condition.lastHeartbeatTime
    await send('PATCH', `${path}/status`, { status: { phase: 'Running', conditions: ready } })
  }
}

for (;;) {
  const nodes = await send('GET', '/api/v1/nodes')
  await Promise.all(nodes.items.map(beat))
  const pods = await send('GET', '/api/v1/pods')
  await Promise.all(pods.items.filter(({ spec }) => spec.nodeName).map(run))
  await pause(pollMs)
}
