import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/programs/paths.ts'
import { LIMIT, apply, kubectl } from './support/kubectl.ts'
import { account, objectName } from './support/manifests.ts'
import { run } from './support/run.ts'
import { expect, test } from './support/test.ts'

type Manifest = { metadata: { generation: number; name: string } }

/** Returns the state of each object by the rules of kstatus, or by a script of Argo CD. */
async function states(objects: object[], ...script: string[]): Promise<string[]> {
  const folder = await run(join(ROOT, 'testing/e2e/cluster/tools'), ['health'])
  const output = await run(join(folder.trim(), 'health'), script, { input: JSON.stringify(objects) })
  return output.trim().split('\n')
}

/** Writes the script that operators copy from the documentation, and returns its path. */
async function documentedScript(path: string): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/operator/install.md'), 'utf8')
  const script = /health\.lua: \|\n([^`]+)```/.exec(page)?.[1]
  if (script === undefined) throw new Error('install.md has no script for Argo CD')
  await writeFile(path, script)
  return path
}

test('Flux and Argo CD wait until a resource takes effect, and not for a platform', async ({
  makeGroup,
  world,
}, testInfo) => {
  const { name, namespace } = await makeGroup('deployed')
  const [missing, suspended] = ['nobody.is.named.this', world.tiktok[5] ?? '']
  const read = async (...object: string[]) =>
    JSON.parse(await kubectl('get', ...object, '--namespace', namespace, '--output', 'json')) as Manifest
  const awaited = (object: string, condition: string) =>
    kubectl('wait', `tta/${object}`, '--namespace', namespace, '--for', condition, '--timeout', LIMIT)

  await apply([
    account('tiktok', namespace, missing),
    account('tiktok', namespace, suspended, { suspend: true }),
  ])
  await awaited(objectName(missing), 'condition=Scraped=False')
  await awaited(objectName(suspended), 'condition=Ready')
  const twice = account('tiktok', namespace, suspended) as Manifest
  twice.metadata.name = 'twice'
  await apply(twice)
  await awaited('twice', 'condition=Stalled')

  const group = await read('clientgroup', name)
  const changed = structuredClone(group)
  changed.metadata.generation += 1
  const fresh = account('tiktok', namespace, world.tiktok[6] ?? '')
  const created = await apply(fresh, '--dry-run=server', '--output', 'json')
  const cases: [what: string, object: object, kstatus: string, argo: string][] = [
    ['the policy', await read('scrapepolicy', 'default'), 'Current', 'Healthy'],
    ['a group', group, 'Current', 'Healthy'],
    ['a group with a change that has no effect yet', changed, 'InProgress', 'Progressing'],
    ['a new account', JSON.parse(created) as object, 'InProgress', 'Progressing'],
    ['a missing account', await read('tta', objectName(missing)), 'Current', 'Healthy'],
    ['a suspended account', await read('tta', objectName(suspended)), 'Current', 'Suspended'],
    ['an account that is tracked twice', await read('tta', 'twice'), 'Failed', 'Degraded'],
  ]
  const objects = cases.map(([, object]) => object)
  const byRules = await states(objects)
  const byScript = await states(objects, await documentedScript(testInfo.outputPath('health.lua')))
  expect(cases.map(([what], at) => [what, byRules[at], byScript[at]])).toEqual(
    cases.map(([what, , kstatus, argo]) => [what, kstatus, argo]),
  )
})
