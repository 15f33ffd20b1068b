import { account } from './support/manifests.ts'
import { condition, find } from './support/api-server.ts'
import { LIMIT, apply, kubectl, tryApply, untilScraped } from './support/kubectl.ts'
import { expect, test } from './support/test.ts'

test('the cluster and the dashboard reject the eleventh account of a group limited to ten', async ({
  api,
  makeGroup,
  world,
}) => {
  const group = await makeGroup('full')
  const [eleventh = '', ...ten] = world.tiktok.slice(8, 19)
  expect(ten).toHaveLength(10)
  await apply(ten.map((username) => account('tiktok', group.namespace, username, { suspend: true })))
  const refused = await tryApply(account('tiktok', group.namespace, eleventh))
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('exceeded quota')
  await expect
    .poll(
      async () =>
        (await api.get<{ accounts: unknown[] }>(`/api/tiktok/accounts?group_id=${group.id}`)).accounts.length,
    )
    .toBe(10)
  await expect(api.post('/api/tiktok/accounts', { username: eleventh, group_id: group.id })).rejects.toThrow(
    /Your group has reached the limit|maximum|limit/i,
  )
})

test('a second object for the same account waits until the first is deleted', async ({
  makeGroup,
  world,
}) => {
  const group = await makeGroup('twice')
  const username = world.tiktok[0] ?? ''
  const first = account('tiktok', group.namespace, username) as { metadata: { name: string } }
  await apply(first)
  await untilScraped('tta', group.namespace)
  await apply({ ...first, metadata: { ...first.metadata, name: 'second' } })
  const reason = () => readyReason('tiktokaccounts', 'second', group.namespace)
  await expect.poll(reason).toBe('Duplicate')
  await kubectl('delete', 'tta', first.metadata.name, '--namespace', group.namespace, '--timeout', LIMIT)
  await expect.poll(reason).toBe('UpToDate')
})

test('a namespace in use is not adopted', async ({ url }) => {
  expect(url).not.toBe('')
  await kubectl('create', 'namespace', 'in-use')
  await kubectl('create', 'service', 'clusterip', 'theirs', '--namespace', 'in-use', '--tcp', '80')
  const group = { apiVersion: 'clipmeter.io/v1beta1', kind: 'ClientGroup', metadata: { name: 'intruder' } }
  await apply({ ...group, spec: { displayName: 'Intruder', namespace: 'in-use' } })
  await expect.poll(() => readyReason('clientgroups', 'intruder')).toBe('NamespaceInUse')
  await kubectl('delete', 'clientgroup', 'intruder', '--timeout', LIMIT)
  expect(await find('services', 'theirs', 'in-use')).toBeDefined()
  await kubectl('delete', 'namespace', 'in-use')
})

async function readyReason(...object: Parameters<typeof find>): Promise<string | undefined> {
  return condition(await find(...object), 'Ready')?.reason
}
