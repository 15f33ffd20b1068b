import { query } from '../programs/database.ts'
import { test as base } from './groups.ts'

export const MANAGER = 'argocd-controller'
/** The reason shown for every object that is managed elsewhere. */
export const REASON = `Managed outside the dashboard (by ${MANAGER}); change it there`

/** The managed video; the other one was added by the group. */
export const MANAGED_VIDEO = '7106594312292453675'
export const OWN_VIDEO = '7106594312292453676'

const OWN = ['own.clips', 'more.clips']
const MANAGED = ['from.git', 'also.from.git']

/** A group with accounts of both platforms and single videos, half of which are managed by a cluster's resources. */
export const test = base.extend<{ group: { id: number; name: string } }>({
  group: async ({ api, makeGroup }, use, { testId }) => {
    const group = await makeGroup(`Managed ${testId.slice(-12)}`)
    const accounts = [...OWN, ...MANAGED].map((username) => ({ username }))
    for (const platform of ['instagram', 'tiktok'])
      await api.post(`/api/${platform}/accounts/bulk`, { accounts, group_id: group.id })
    const urls = [MANAGED_VIDEO, OWN_VIDEO].map((id) => `https://www.tiktok.com/@clips/video/${id}`)
    await api.post('/api/tiktok/videos/add', { urls, group_id: group.id })
    await manageAccounts(group.id, MANAGER)
    await query('UPDATE tracked_videos SET managed_by = $1 WHERE group_id = $2 AND video_id = $3', [
      MANAGER,
      group.id,
      MANAGED_VIDEO,
    ])
    await use(group)
    await manageGroup(group.id, '')
  },
})

/** Sets the manager of the managed accounts; an empty name clears it. */
export async function manageAccounts(groupId: number, manager: string): Promise<void> {
  await query(
    `UPDATE tracked_accounts t SET managed_by = $1 FROM platform_accounts a
     WHERE a.id = t.account_id AND t.group_id = $2 AND a.username = ANY ($3)`,
    [manager, groupId, MANAGED],
  )
}

/** Sets the manager of a group; an empty name clears it. */
export async function manageGroup(id: number, manager: string): Promise<void> {
  await query('UPDATE groups SET managed_by = $1 WHERE id = $2', [manager, id])
}
