import { attempt, run, type Ended } from './run.ts'

/** Runs kubectl with the cluster from the environment. */
export function kubectl(...args: string[]): Promise<string> {
  return run('kubectl', args)
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

function text(manifests: object | object[]): string {
  const items = Array.isArray(manifests) ? manifests : [manifests]
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}
