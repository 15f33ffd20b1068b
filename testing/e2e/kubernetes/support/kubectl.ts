import { expect } from '@playwright/test'
import { account } from './manifests.ts'
import { attempt, run, type Ended } from './run.ts'

/** Longer than any wait takes on a machine that is ten times slower than usual. */
export const LIMIT = '600s'

/** Runs kubectl with the cluster from the environment. */
export function kubectl(...args: string[]): Promise<string> {
  return run('kubectl', args)
}

/** Waits until all objects of these kinds in a namespace have been scraped. */
export function untilScraped(kinds: string, namespace: string): Promise<void> {
  return until('Scraped', kinds, '--all', '--namespace', namespace)
}

/** Waits until these groups, or `--all`, are ready. */
export function untilReady(...groups: string[]): Promise<void> {
  return until('Ready', 'clientgroup', ...groups)
}

/**
 * Waits until the API server accepts accounts of a group that is ready: it checks the quota and the namespace in caches of its own,
 * which may be older than the status of the group.
 */
export async function untilAccepted(namespace: string): Promise<void> {
  const made = account('tiktok', namespace, 'never.made', { suspend: true })
  await expect(async () => {
    const { code, stderr } = await tryApply(made, '--dry-run=server')
    expect(code, stderr).toBe(0)
  }).toPass()
}

/** Waits for a condition. */
export async function until(condition: string, ...objects: string[]): Promise<void> {
  await kubectl('wait', ...objects, '--for', `condition=${condition}`, '--timeout', LIMIT)
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
