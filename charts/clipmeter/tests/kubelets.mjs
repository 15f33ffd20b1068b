/**
 * Takes the place of the kubelets of a cluster without any: nodes become ready, scheduled pods run and are ready, and deleted pods end.
 * Containers are not started. Runs until it is terminated.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { object, request } from './server.mjs'

const pollMs = 100
// The controller manager regards nodes as lost after 50 seconds.
const heartbeatMs = 10_000

/** Sends a request, and returns the response. An object may have been removed in the meantime. */
async function send(...args) {
  const response = await request(...args)
  return response.status === 404 ? response.json() : object(response)
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

async function pass() {
  const nodes = await send('GET', '/api/v1/nodes')
  await Promise.all(nodes.items.map(beat))
  const pods = await send('GET', '/api/v1/pods')
  await Promise.all(pods.items.filter(({ spec }) => spec.nodeName).map(run))
}

for (;;) {
  // A busy API server may refuse a request or time out.
  await pass().catch(console.error)
  await pause(pollMs)
}
