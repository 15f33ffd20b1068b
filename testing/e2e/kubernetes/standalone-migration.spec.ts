import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Api } from '../support/data/api.ts'
import { ADMIN } from '../support/programs/environment.ts'
import { CLIPMETER } from '../support/programs/paths.ts'
import { start, type Program } from '../support/programs/program.ts'
import { advanceClock } from '../support/programs/simulator.ts'
import { openRuns } from '../support/data/runs.ts'
import { makeSessions } from '../support/data/sessions.ts'
import { list } from './support/api-server.ts'
import type { Database } from './support/database.ts'
import { install, NAMESPACE, uninstall, useDatabase } from './support/install.ts'
import { installation } from './support/installation.ts'
import { LIMIT, apply, kubectl, until, untilAccepted, untilReady } from './support/kubectl.ts'
import { run } from './support/run.ts'
import { expect, test } from './support/test.ts'

const NAME = 'standalone'
const MEMBER = { username: 'mia', password: 'a password of mia' }

/** State that must be the same in every deployment of Clipmeter. */
const NUMBERS = `SELECT
  (SELECT json_agg(a ORDER BY a.id) FROM (SELECT id, platform, platform_id, username, display_name FROM platform_accounts) a) AS accounts,
  (SELECT json_agg(t ORDER BY t.id) FROM (SELECT id, group_id, account_id, interval_minutes FROM tracked_accounts) t) AS tracked,
  (SELECT json_agg(v ORDER BY v.id) FROM (SELECT id, group_id, url, video_id FROM tracked_videos) v) AS videos,
  (SELECT json_agg(g ORDER BY g.id) FROM (SELECT id, name, description, is_active, max_tiktok_accounts, max_tiktok_videos FROM groups) g) AS groups,
  (SELECT json_agg(u ORDER BY u.id) FROM (SELECT id, username, email, group_id, is_admin, password_hash FROM users) u) AS users,
  (SELECT json_agg(p ORDER BY p.id) FROM (SELECT id, external_id, views, likes, comments, shares FROM posts) p) AS posts,
  (SELECT json_agg(m ORDER BY m.post_id, m.observed_at) FROM (SELECT post_id, observed_at, views FROM post_metrics) m) AS measurements,
  (SELECT json_agg(s ORDER BY s.id) FROM (SELECT id FROM sessions) s) AS sessions`

test('a migration from standalone mode to a cluster and back keeps all numbers', async ({
  database,
  world,
}) => {
  test.setTimeout(2_400_000)
  const folder = await mkdtemp(join(tmpdir(), 'clipmeter-standalone-'))
  await chmod(folder, 0o755)
  const startStandalone = () => startStandaloneOn(database, folder)
  try {
    await database.query(`CREATE DATABASE ${NAME}`, 'postgres')
    const before = await startStandalone()
    await use(before, world.instagram.slice(10, 12), world.tiktok.slice(23, 26))
    await before.stop()
    const numbers = await database.query(NUMBERS, NAME)
    expect(JSON.stringify(numbers)).toContain('views')

    const files = join(folder, 'resources')
    await run(CLIPMETER, ['export', '--kubernetes', ...place(database, folder), '--output', files])
    await uninstall()
    const keys = { 'secrets.json': await readFile(join(folder, 'secrets/secrets.json'), 'utf8') }
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'standalone-keys', namespace: NAMESPACE },
    }
    await apply({ ...secret, stringData: keys })
    await useDatabase(database, NAME)
    const platforms = installation()?.platforms ?? ''
    await install(platforms, { keys: { existingSecret: 'standalone-keys' } })
    const applied = ['apply', '--server-side', '--filename']
    await kubectl(...applied, join(files, '00-groups.yaml'))
    await untilReady('--all')
    for (const { metadata } of await list('namespaces', { labelSelector: 'clipmeter.io/client-group' }))
      await untilAccepted(metadata.name)
    await kubectl(...applied, files)
    await until('Scraped', 'iga,tta,ttv', '--all', '--all-namespaces')
    expect(await database.query(NUMBERS, NAME)).toEqual(numbers)

    await uninstall()
    const after = await startStandalone()
    const member = await Api.signIn(after.url, MEMBER)
    expect((await member.get<{ accounts: unknown[] }>('/api/tiktok/accounts')).accounts).toHaveLength(2)
    await after.stop()
    expect(await database.query(NUMBERS, NAME)).toEqual(numbers)
  } finally {
    await useDatabase(database, 'clipmeter')
    await install(installation()?.platforms ?? '')
    await kubectl('delete', 'clientgroups', '--all', '--timeout', LIMIT)
    await rm(folder, { recursive: true, force: true })
  }
})

function place(database: Database, folder: string): string[] {
  return ['--data-dir', folder, '--database-url', database.url(NAME)]
}

function startStandaloneOn(database: Database, folder: string): Promise<Program> {
  const platforms = installation()?.platforms ?? ''
  return start('standalone', {
    file: CLIPMETER,
    args: ['standalone', ...place(database, folder), '--listen', '127.0.0.1:0'],
    env: {
      CLIPMETER_ADMIN_PASSWORD: ADMIN.password,
      CLIPMETER_INSTAGRAM_URL: platforms,
      CLIPMETER_TIKTOK_URL: platforms,
      CLIPMETER_REQUEST_DELAY_FACTOR: '0',
    },
  })
}

/** A group with a member, accounts of both platforms, a single video, and a history of two scrapes. */
async function use({ url }: Program, instagram: string[], tiktok: string[]): Promise<void> {
  const api = await Api.signIn(url, ADMIN)
  await api.post('/api/scraping/sessions', { sessions: makeSessions(2) })
  const { id } = await api.post<{ id: number }>('/api/groups', { name: 'Standalone' })
  await api.post(`/api/groups/${id}/users`, { ...MEMBER, email: 'mia@standalone.example' })
  for (const username of instagram) await api.post('/api/instagram/accounts', { username, group_id: id })
  const [author = '', ...others] = tiktok
  for (const username of [author, ...others.slice(0, 1)])
    await api.post('/api/tiktok/accounts', { username, group_id: id })
  const isRead = async (platform: string) => {
    type Accounts = { accounts: { status: string }[] }
    const read = await api.get<Accounts>(`/api/${platform}/accounts?group_id=${id}`)
    return read.accounts.every(({ status }) => status === 'ok')
  }
  for (const platform of ['instagram', 'tiktok']) await expect.poll(() => isRead(platform)).toBe(true)
  const { accounts } = await api.get<{ accounts: { id: number }[] }>(`/api/tiktok/accounts?group_id=${id}`)
  const { videos } = await api.get<{ videos: { video_id: string; url: string }[] }>(
    `/api/tiktok/accounts/${accounts[0]?.id}/videos`,
  )
  await api.post('/api/tiktok/videos/add', { urls: [videos[0]?.url ?? ''], group_id: id })
  // A run in progress would be joined, and has already read the numbers of the day before.
  await expect.poll(() => openRuns(api)).toBe(0)
  await advanceClock(86_400)
  await api.post('/api/dashboard/scrape-all', { group_id: id })
  await expect
    .poll(
      async () =>
        (await api.get<{ videos: { status: string }[] }>(`/api/tiktok/videos?group_id=${id}`)).videos[0]
          ?.status,
    )
    .toBe('ok')
  // What a run has not read by now, the cluster would read.
  await expect.poll(() => openRuns(api)).toBe(0)
}
