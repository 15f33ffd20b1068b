import { account, objectName } from './support/manifests.ts'
import type { Api } from '../support/data/api.ts'
import { find, list, type Resource } from './support/api-server.ts'
import { LIMIT, apply, kubectl, untilAccepted, untilReady, untilScraped } from './support/kubectl.ts'
import { expect, test } from './support/test.ts'

const CLICKED = 'Made by clicking'

type Accounts = {
  accounts: { id: number; username: string; managed_by: string | null; video_count: number }[]
}

test('an account added in the dashboard becomes a resource, and deleting it deletes the resource', async ({
  api,
  makeGroup,
  world,
}) => {
  const group = await makeGroup('clicked')
  const username = world.instagram[4] ?? ''
  const { id } = await api.post<{ id: number }>('/api/instagram/accounts', { username, group_id: group.id })
  const added = () => list('instagramaccounts', { namespace: group.namespace })
  expect((await added()).map(({ spec }) => spec['username'])).toEqual([username])
  await untilScraped('iga', group.namespace)
  await api.delete(`/api/instagram/accounts/${id}`)
  await expect.poll(async () => (await added()).length).toBe(0)
})

test('an account deleted with kubectl disappears, returns when it is created again, and is purged by an admin', async ({
  api,
  database,
  makeGroup,
  world,
}) => {
  const group = await makeGroup('deleted')
  const username = world.tiktok[5] ?? ''
  await apply(account('tiktok', group.namespace, username))
  await untilScraped('tta', group.namespace)
  const posts = async () =>
    Number(
      (
        await database.query<{ n: string }>(
          `SELECT count(*) AS n FROM posts p JOIN platform_accounts a ON a.id = p.account_id WHERE a.username = '${username}'`,
        )
      )[0]?.n,
    )
  expect(await posts()).toBeGreaterThan(0)
  await kubectl('delete', 'tta', objectName(username), '--namespace', group.namespace, '--timeout', LIMIT)
  const accounts = async () => (await api.get<Accounts>(`/api/tiktok/accounts?group_id=${group.id}`)).accounts
  expect(await accounts()).toEqual([])

  await apply(account('tiktok', group.namespace, username))
  await expect.poll(async () => (await accounts())[0]?.video_count).toBeGreaterThan(0)

  await kubectl('delete', 'tta', objectName(username), '--namespace', group.namespace, '--timeout', LIMIT)
  await purge(api, username)
  expect(await posts()).toBe(0)
})

test('objects managed by Git or kubectl are read-only in the dashboard', async ({
  api,
  makeGroup,
  world,
}) => {
  const group = await makeGroup('foreign')
  const username = world.tiktok[6] ?? ''
  await apply(
    account('tiktok', group.namespace, username),
    '--server-side',
    '--field-manager',
    'argocd-controller',
  )
  const shown = async () => (await api.get<Accounts>(`/api/tiktok/accounts?group_id=${group.id}`)).accounts[0]
  await expect.poll(async () => (await shown())?.managed_by).toBe('argocd-controller')
  const id = (await shown())?.id
  await expect(api.delete(`/api/tiktok/accounts/${id}`)).rejects.toThrow(
    /409 .*managed outside the dashboard \(by argocd-controller\)/,
  )
  await expect(api.patch(`/api/groups/${group.id}`, { description: 'x' })).rejects.toThrow(
    /409 .*managed outside the dashboard/,
  )
  expect(await find('tiktokaccounts', objectName(username), group.namespace)).toBeDefined()
})

test('a group created in the dashboard becomes a resource with a namespace, and deleting it purges everything', async ({
  api,
  database,
  world,
}) => {
  const group = await api.post<{ id: number }>('/api/groups', {
    name: CLICKED,
    max_tiktok_accounts: 3,
  })
  const name = (await clicked())?.metadata.name ?? ''
  await untilReady(name)
  await untilAccepted(`cg-${name}`)
  const username = world.tiktok[7] ?? ''
  await api.post('/api/tiktok/accounts', { username, group_id: group.id })
  await untilScraped('tta', `cg-${name}`)
  await api.delete(`/api/groups/${group.id}`)
  await expect.poll(clicked).toBeUndefined()
  await expect.poll(() => find('namespaces', `cg-${name}`)).toBeUndefined()
  await purge(api, CLICKED)
  const left = await database.query(`SELECT id FROM platform_accounts WHERE username = '${username}'`)
  expect(left).toEqual([])
})

test('the former name of a group can be used for another group', async ({ api }) => {
  type Group = { id: number }
  const first = await api.post<Group>('/api/groups', { name: CLICKED })
  const object = await clicked()
  await untilReady(object?.metadata.name ?? '')
  await api.patch(`/api/groups/${first.id}`, { name: 'Renamed by clicking' })
  const second = await api.post<Group>('/api/groups', { name: CLICKED })
  expect((await named('Renamed by clicking'))?.metadata.uid).toBe(object?.metadata.uid)
  const other = await clicked()
  expect(other?.metadata.uid).not.toBe(object?.metadata.uid)
  await untilReady('--all')
  for (const { id } of [first, second]) await api.delete(`/api/groups/${id}`)
  await expect.poll(clicked).toBeUndefined()
  await expect.poll(() => named('Renamed by clicking')).toBeUndefined()
})

/** Purges what was deleted under this name. */
async function purge(api: Api, name: string): Promise<void> {
  type Deletions = { deletions: { id: number; name: string }[] }
  const { deletions } = await api.get<Deletions>('/api/admin/deletions')
  const deleted = deletions.find((deletion) => deletion.name === name)
  await api.delete(`/api/admin/deletions/${deleted?.id}`)
}

function clicked(): Promise<Resource | undefined> {
  return named(CLICKED)
}

async function named(displayName: string): Promise<Resource | undefined> {
  return (await list('clientgroups')).find(({ spec }) => spec['displayName'] === displayName)
}
