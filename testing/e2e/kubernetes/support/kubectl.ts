import { attempt, run, type Ended } from './run.ts'

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

/** Runs kubectl with the cluster from the environment. */
export function kubectl(...args: string[]): Promise<string> {
  return run('kubectl', args)
}

/** Runs kubectl with a command that may be refused. */
export function tryKubectl(...args: string[]): Promise<Ended> {
  return attempt('kubectl', args)
}

/** Waits until all objects of these kinds in a namespace have been scraped. */
export async function untilScraped(kinds: string, namespace: string): Promise<void> {
  const place = ['--all', '--namespace', namespace]
  await kubectl('wait', kinds, ...place, '--for', 'condition=Scraped', '--timeout', '120s')
}

/** Applies manifests as a user does who keeps them in files. */
export function apply(manifests: object | object[], ...args: string[]): Promise<string> {
  return run('kubectl', ['apply', '--filename', '-', ...args], { input: text(manifests) })
}

/** Applies manifests that may be refused. */
export function tryApply(manifests: object | object[], ...args: string[]): Promise<Ended> {
  return attempt('kubectl', ['apply', '--filename', '-', ...args], { input: text(manifests) })
}

/** Returns the object, or undefined if there is none. */
export async function find(kind: string, name: string, namespace?: string): Promise<Resource | undefined> {
  const place = namespace === undefined ? [] : ['--namespace', namespace]
  const found = await kubectl(
    'get',
    kind,
    name,
    ...place,
    '--ignore-not-found',
    '--output',
    'json',
    '--show-managed-fields',
  )
  return found === '' ? undefined : (JSON.parse(found) as Resource)
}

export async function list(kind: string, ...args: string[]): Promise<Resource[]> {
  const found = await kubectl('get', kind, ...args, '--output', 'json')
  return (JSON.parse(found) as { items: Resource[] }).items
}

export function condition(resource: Resource | undefined, type: string): Condition | undefined {
  return resource?.status?.conditions?.find((one) => one.type === type)
}

function text(manifests: object | object[]): string {
  const items = Array.isArray(manifests) ? manifests : [manifests]
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}
