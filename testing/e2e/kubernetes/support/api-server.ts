import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const TOO_MANY_REQUESTS = 429
const READ_REPEATS = 10
const REPEAT_MS = 1_000

/** Names the API of each kind. */
const APIS = {
  clientgroups: 'apis/clipmeter.io/v1beta1',
  deployments: 'apis/apps/v1',
  events: 'api/v1',
  instagramaccounts: 'apis/clipmeter.io/v1beta1',
  jobs: 'apis/batch/v1',
  leases: 'apis/coordination.k8s.io/v1',
  namespaces: 'api/v1',
  pods: 'api/v1',
  resourcequotas: 'api/v1',
  rolebindings: 'apis/rbac.authorization.k8s.io/v1',
  secrets: 'api/v1',
  services: 'api/v1',
  tiktokaccounts: 'apis/clipmeter.io/v1beta1',
  tiktokvideos: 'apis/clipmeter.io/v1beta1',
}
export type Kind = keyof typeof APIS

type Metadata = {
  name: string
  namespace?: string
  uid: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  managedFields?: { manager: string }[]
}
type Condition = { type: string; status: string; reason: string; message: string }

/** The fields of an object that the tests use. */
export type Resource = {
  metadata: Metadata
  spec: Record<string, unknown>
  status?: Record<string, unknown> & { conditions?: Condition[] }
}

/** Returns the object, or undefined if there is none. */
export async function find(kind: Kind, name: string, namespace?: string): Promise<Resource | undefined> {
  const response = await request('GET', `${pathOf(kind, namespace)}/${name}`)
  if (response.status !== 404) return read<Resource>(response)
  // Fails if the API server does not know the kind: only then, the body is not JSON.
  await response.json()
  return undefined
}

type Place = { namespace?: string; labelSelector?: string; fieldSelector?: string }

/** Returns the objects of a namespace, or of all. */
export async function list(kind: Kind, { namespace, ...selectors }: Place = {}): Promise<Resource[]> {
  const response = await request('GET', `${pathOf(kind, namespace)}?${new URLSearchParams(selectors)}`)
  return (await read<{ items: Resource[] }>(response)).items
}

export function condition(resource: Resource | undefined, type: string): Condition | undefined {
  return resource?.status?.conditions?.find((one) => one.type === type)
}

/**
 * Evicts a pod, as when its node is drained; false if a PodDisruptionBudget does not allow it yet, or has just been changed. The pod may
 * have ended already.
 */
export async function evict(namespace: string, name: string): Promise<boolean> {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } }
  const response = await request('POST', `${pathOf('pods', namespace)}/${name}/eviction`, eviction)
  const text = await response.text()
  const isGone = response.status === 404
  if (!response.ok && !isGone && response.status !== TOO_MANY_REQUESTS)
    throw new Error(`cannot evict ${name}: ${text}`)
  return response.ok || isGone
}

/** Asks whether a user has a permission, with the same request as `kubectl auth can-i`. */
export async function may(
  user: string,
  verb: string,
  kind: Kind,
  namespace: string,
  subresource?: string,
): Promise<boolean> {
  // A resource that does not exist would be forbidden to everyone.
  const { resources } = await read<{ resources: { name: string }[] }>(await request('GET', `/${APIS[kind]}`))
  const name = subresource === undefined ? kind : `${kind}/${subresource}`
  if (!resources.some((resource) => resource.name === name)) throw new Error(`the API server has no ${name}`)
  const group = APIS[kind].split('/').slice(1, -1).join('')
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { namespace, verb, group, resource: kind, subresource } },
  }
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const response = await request('POST', path, review, { 'impersonate-user': user })
  return (await read<{ status: { allowed: boolean } }>(response)).status.allowed
}

function pathOf(kind: Kind, namespace: string | undefined): string {
  return `/${APIS[kind]}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${kind}`
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

let proxy: Promise<string> | undefined

/** Sends a request. Repeats reads that a busy API server refuses or does not answer, for about ten seconds. */
async function request(method: string, path: string, body?: object, headers = {}): Promise<Response> {
  for (let left = method === 'GET' ? READ_REPEATS : 0; ; left -= 1) {
    const response = await send(method, path, body, headers).catch((error: Error) => error)
    const isBusy =
      response instanceof Error || response.status === TOO_MANY_REQUESTS || response.status >= 500
    if (isBusy && left > 0) {
      await pause(REPEAT_MS)
      continue
    }
    if (response instanceof Error) throw response
    return response
  }
}

/** Sends a request through one `kubectl proxy` per process: a kubectl for each poll would keep a core busy. */
async function send(method: string, path: string, body?: object, headers = {}): Promise<Response> {
  proxy ??= startProxy()
  const options = { method, headers: { 'content-type': 'application/json', ...headers } }
  return fetch(
    (await proxy) + path,
    body === undefined ? options : { ...options, body: JSON.stringify(body) },
  )
}

/** Starts a proxy that ends with this process, and returns its URL. */
async function startProxy(): Promise<string> {
  const child = spawn('kubectl', ['proxy', '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill())
  child.once('exit', () => (proxy = undefined))
  const started = once(createInterface(child.stdout), 'line')
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`kubectl proxy ended with ${code}`)
  })
  const [line] = (await Promise.race([started, ended])) as [string]
  // Lets this process end while the proxy runs.
  child.stdout.destroy()
  child.unref()
  return `http://${line.replace('Starting to serve on ', '')}`
}
