/** Reaches the API server of KUBECONFIG through a `kubectl proxy` that ends with this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const proxy = spawn('kubectl', ['proxy', '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] })
process.on('exit', () => proxy.kill())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit())
// Ends also if kubectl does; otherwise the promise below might never settle.
proxy.on('exit', () => process.exit(1))
const [line] = await once(createInterface(proxy.stdout), 'line')
const server = `http://${line.replace('Starting to serve on ', '')}`

/** Sends a request, and returns the response, which may be an error. */
export function request(method, path, body = undefined, headers = {}) {
  const type = method === 'PATCH' ? 'strategic-merge-patch+json' : 'json'
  const options = { method, headers: { 'content-type': `application/${type}`, ...headers } }
  if (body) options.body = JSON.stringify(body)
  return fetch(server + path, options)
}

/** Returns the object of a response. Fails on an error, which contains the server's explanation. */
export async function object(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return response.json()
}
