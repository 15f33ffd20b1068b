import { client, result, scope } from '@/api/client'
import type { Schema } from '@/api/types'
import { AccountsPage } from './AccountsPage'
import {
  accountsKey,
  addedAccount,
  itemsKey,
  sortQuery,
  type Account,
  type Items,
  type PlatformAccounts,
} from './model'

export function TiktokPage() {
  return <AccountsPage key="tiktok" source={tiktok} />
}

const ACCOUNTS = '/api/tiktok/accounts'
const ITEMS = '/api/tiktok/accounts/{id}/videos'

const tiktok: PlatformAccounts = {
  platform: 'tiktok',
  accounts: (groupId) => ({
    queryKey: accountsKey('tiktok', groupId),
    queryFn: async ({ signal }) =>
      toAccounts(await result(client.GET(ACCOUNTS, { params: { query: scope(groupId) }, signal }))),
  }),
  items: (id, sort) => ({
    queryKey: itemsKey('tiktok', id, sort),
    queryFn: async ({ signal }) =>
      toItems(await result(client.GET(ITEMS, { params: { path: { id }, query: sortQuery(sort) }, signal }))),
  }),
  add: (username, groupId) => result(client.POST(ACCOUNTS, { body: { username, ...scope(groupId) } })),
  addMany: async (usernames, groupId) => {
    const accounts = usernames.map((username) => ({ username }))
    const { message, added_count, results } = await result(
      client.POST('/api/tiktok/accounts/bulk', { body: { accounts, ...scope(groupId) } }),
    )
    return { message, count: added_count, results: results.map(addedAccount) }
  },
  remove: (id) => result(client.DELETE('/api/tiktok/accounts/{id}', { params: { path: { id } } })),
  removeMany: (account_ids, groupId) =>
    result(
      client.POST('/api/tiktok/accounts/bulk-delete', {
        params: { query: scope(groupId) },
        body: { account_ids },
      }),
    ),
  decide: (id, decision) =>
    result(
      client.POST('/api/tiktok/accounts/{id}/identity', { params: { path: { id } }, body: { decision } }),
    ),
  refresh: async (id) => {
    const scrape = await result(
      client.POST('/api/tiktok/accounts/{id}/refresh', { params: { path: { id } } }),
    )
    return {
      ...scrape,
      found: scrape.videos_processed,
      runIds: scrape.run_id ? [scrape.run_id] : [],
      waiting: scrape.waiting ? [scrape.waiting] : [],
    }
  },
  scrapeAll: async (groupId) => {
    const scrape = await result(client.POST('/api/tiktok/scrape-all', { body: scope(groupId) }))
    return { ...scrape, runIds: scrape.run_ids }
  },
}

function toAccounts({ accounts }: Schema<'TiktokAccounts'>): Account[] {
  return accounts.map((account) => ({ ...account, count: account.video_count }))
}

function toItems({ videos, total }: Schema<'TiktokVideos'>): Items {
  const items = videos.map((video) => ({
    ...video,
    collected: video.id,
    name: video.video_id,
    posted: video.video_timestamp ?? null,
  }))
  return { items, total }
}
