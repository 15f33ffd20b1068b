import type { Api } from './api.ts'

export type Ids = { group: number; instagram: number; tiktok: number }

/** The group of the journey. */
export const GROUP = 'Northwind Media'

/** IDs of the journey's group and of a scraped account of each platform. */
export async function idsOf(api: Api): Promise<Ids> {
  const { groups } = await api.get<{ groups: { id: number; name: string }[] }>('/api/groups')
  const group = groups.find(({ name }) => name === GROUP)?.id
  if (group === undefined) throw new Error('the journey left no group')
  const idOf = async (platform: string, username: string) => {
    type Accounts = { accounts: { id: number; username: string }[] }
    const { accounts } = await api.get<Accounts>(`/api/${platform}/accounts?group_id=${group}`)
    const id = accounts.find((account) => account.username === username)?.id
    if (id === undefined) throw new Error(`the journey left no @${username}`)
    return id
  }
  return { group, instagram: await idOf('instagram', 'google'), tiktok: await idOf('tiktok', 'dylanlemay') }
}
