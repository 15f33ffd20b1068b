import { client, result } from '@/shared/api/client'
import { scope } from '@/shared/api/scope'
import type { Schema } from '@/shared/api/types'
import { accountsKey, itemsKey } from './keys'
import type { Account, Items, PlatformAccounts } from './model'

const ACCOUNTS = '/api/tiktok/accounts'
const ITEMS = '/api/tiktok/accounts/{id}/videos'

export const tiktok: PlatformAccounts = {
  platform: 'tiktok',
  accounts: (groupId) => ({
    queryKey: accountsKey('tiktok', groupId),
    queryFn: async ({ signal }) =>
      toAccounts(await result(client.GET(ACCOUNTS, { params: { query: scope(groupId) }, signal }))),
  }),
  items: (id) => ({
    queryKey: itemsKey('tiktok', id),
    queryFn: async ({ signal }) =>
      toItems(await result(client.GET(ITEMS, { params: { path: { id } }, signal }))),
  }),
  add: (username, groupId) => result(client.POST(ACCOUNTS, { body: { username, ...scope(groupId) } })),
  remove: (id) => result(client.DELETE('/api/tiktok/accounts/{id}', { params: { path: { id } } })),
  refresh: async (id) => {
    const scrape = await result(
      client.POST('/api/tiktok/accounts/{id}/refresh', { params: { path: { id } } }),
    )
    return { ...scrape, found: scrape.videos_processed }
  },
  scrapeAll: (groupId) => result(client.POST('/api/tiktok/scrape-all', { body: scope(groupId) })),
}

function toAccounts({ accounts }: Schema<'TiktokAccounts'>): Account[] {
  return accounts.map((account) => ({ ...account, count: account.video_count }))
}

function toItems({ videos, total }: Schema<'TiktokVideos'>): Items {
  const items = videos.map((video) => ({
    ...video,
    name: video.video_id,
    posted: video.video_timestamp ?? null,
  }))
  return { items, total }
}
