import type { Api } from './api.ts'

export type Ids = { group: number; instagram: number; tiktok: number }

/** What the journey has made: its group, and the account of each platform. */
export async function idsOf(api: Api): Promise<Ids> {
  type Accounts = { accounts: { id: number; group_id: number }[] }
  const { accounts } = await api.get<Accounts>('/api/instagram/accounts')
  const { accounts: videos } = await api.get<Accounts>('/api/tiktok/accounts')
  const [instagram, tiktok] = [accounts[0], videos[0]]
  if (!instagram || !tiktok) throw new Error('the journey left no accounts')
  return { group: instagram.group_id, instagram: instagram.id, tiktok: tiktok.id }
}
