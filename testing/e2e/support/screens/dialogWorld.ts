import { randomUUID } from 'node:crypto'
import type { Api } from '../data/api.ts'
import { makeSessions } from '../data/sessions.ts'

/** Data behind the dialogs: a group with a member, accounts of both platforms and a single video. */
export type World = { id: number; name: string; member: string; video: string }

const VIDEO = '7106594312292453675'

export async function makeWorld(api: Api): Promise<World> {
  const suffix = randomUUID().slice(0, 8)
  const name = `Dialogs ${suffix}`
  const member = `dialogs-${suffix}`
  const { id } = await api.post<{ id: number }>('/api/groups', { name })
  await api.post(`/api/groups/${id}/users`, { username: member, email: `${member}@example.com` })
  for (const platform of ['instagram', 'tiktok'])
    await api.post(`/api/${platform}/accounts/bulk`, {
      accounts: [{ username: 'quiet.harbour' }, { username: 'slow.bread' }],
      group_id: id,
    })
  const urls = [`https://www.tiktok.com/@clips/video/${VIDEO}`]
  await api.post('/api/tiktok/videos/add', { urls, group_id: id })
  // Ensures that there is a session to delete, whatever happened to the others. Existing ones are skipped.
  await api.post('/api/scraping/sessions', { sessions: makeSessions(1) })
  return { id, name, member, video: VIDEO }
}
