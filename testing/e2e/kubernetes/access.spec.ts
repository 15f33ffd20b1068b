import { account } from './support/manifests.ts'
import { may, type Kind } from './support/api-server.ts'
import { tryApply } from './support/kubectl.ts'
import { expect, test } from './support/test.ts'

const TRACKED: Kind[] = ['instagramaccounts', 'tiktokaccounts', 'tiktokvideos']
const READ = ['get', 'list', 'watch']
const WRITE = ['create', 'update', 'patch', 'delete']

/** Permissions that no member of a group has, whatever their role. */
const DENIED: [verb: string, kind: Kind, subresource?: string][] = [
  ...TRACKED.map((kind): [string, Kind, string] => ['update', kind, 'status']),
  ['create', 'pods'],
  ['get', 'pods'],
  ['create', 'jobs'],
  ['get', 'secrets'],
  ['list', 'secrets'],
  ['create', 'rolebindings'],
  ['delete', 'resourcequotas'],
  ['patch', 'resourcequotas'],
]

const ACCESS = [
  { kind: 'User', name: 'mara', role: 'edit' },
  { kind: 'User', name: 'ted', role: 'view' },
]

test('tenants have only the permissions of their role, in their namespace only', async ({
  makeGroup,
  world,
}) => {
  const own = await makeGroup('tenant', { access: ACCESS })
  const other = await makeGroup('neighbour')
  // The API server reads role bindings from a cache.
  for (const user of ['mara', 'ted'])
    await expect.poll(() => may(user, 'get', 'tiktokaccounts', own.namespace), user).toBe(true)

  for (const kind of TRACKED) {
    for (const verb of READ) {
      expect(await may('mara', verb, kind, own.namespace), `mara ${verb} ${kind}`).toBe(true)
      expect(await may('ted', verb, kind, own.namespace), `ted ${verb} ${kind}`).toBe(true)
    }
    for (const verb of WRITE) {
      expect(await may('mara', verb, kind, own.namespace), `mara ${verb} ${kind}`).toBe(true)
      expect(await may('ted', verb, kind, own.namespace), `ted ${verb} ${kind}`).toBe(false)
    }
    expect(await may('mara', 'get', kind, other.namespace), `mara get ${kind} elsewhere`).toBe(false)
    expect(await may('mara', 'create', kind, other.namespace), `mara create ${kind} elsewhere`).toBe(false)
  }
  for (const user of ['mara', 'ted'])
    for (const [verb, kind, subresource] of DENIED)
      expect(
        await may(user, verb, kind, own.namespace, subresource),
        `${user} ${verb} ${kind} ${subresource}`,
      ).toBe(false)
  for (const verb of WRITE)
    expect(await may('mara', verb, 'clientgroups', own.namespace), `mara ${verb} clientgroups`).toBe(false)

  const username = world.tiktok[20] ?? ''
  const manifest = account('tiktok', own.namespace, username, { suspend: true })
  expect((await tryApply(manifest, '--as', 'ted')).stderr).toContain('forbidden')
  const applied = await tryApply(manifest, '--as', 'mara')
  expect(applied.code, applied.stderr).toBe(0)
  const elsewhere = account('tiktok', other.namespace, username)
  expect((await tryApply(elsewhere, '--as', 'mara')).stderr).toContain('forbidden')
})

test('a user whose access is removed has no permissions', async ({ makeGroup }) => {
  const group = await makeGroup('revoked', { access: ACCESS })
  const kind = 'tiktokaccounts'
  await expect.poll(() => may('ted', 'get', kind, group.namespace)).toBe(true)
  await makeGroup('revoked', { access: ACCESS.slice(0, 1) })
  await expect.poll(() => may('ted', 'get', kind, group.namespace)).toBe(false)
  await expect.poll(() => may('mara', 'create', kind, group.namespace)).toBe(true)
})
