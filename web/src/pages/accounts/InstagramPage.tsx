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

export function InstagramPage() {
  return <AccountsPage key="instagram" source={instagram} />
}

const ACCOUNTS = '/api/instagram/accounts'
const ITEMS = '/api/instagram/accounts/{id}/posts'

const instagram: PlatformAccounts = {
  platform: 'instagram',
  accounts: (groupId) => ({
    queryKey: accountsKey('instagram', groupId),
    queryFn: async ({ signal }) =>
      toAccounts(await result(client.GET(ACCOUNTS, { params: { query: scope(groupId) }, signal }))),
  }),
  items: (id, sort) => ({
    queryKey: itemsKey('instagram', id, sort),
    queryFn: async ({ signal }) =>
      toItems(await result(client.GET(ITEMS, { params: { path: { id }, query: sortQuery(sort) }, signal }))),
  }),
  add: (username, groupId) => result(client.POST(ACCOUNTS, { body: { username, ...scope(groupId) } })),
  addMany: async (usernames, groupId) => {
    const accounts = usernames.map((username) => ({ username }))
    const { message, added_count, results } = await result(
      client.POST('/api/instagram/accounts/bulk', { body: { accounts, ...scope(groupId) } }),
    )
    return { message, count: added_count, results: results.map(addedAccount) }
  },
  remove: (id) => result(client.DELETE('/api/instagram/accounts/{id}', { params: { path: { id } } })),
  removeMany: (account_ids, groupId) =>
    result(
      client.POST('/api/instagram/accounts/bulk-delete', {
        params: { query: scope(groupId) },
        body: { account_ids },
      }),
    ),
  decide: (id, decision) =>
    result(
      client.POST('/api/instagram/accounts/{id}/identity', { params: { path: { id } }, body: { decision } }),
    ),
  refresh: async (id) => {
    const scrape = await result(
      client.POST('/api/instagram/accounts/{id}/refresh', { params: { path: { id } } }),
    )
    return {
      ...scrape,
      found: scrape.posts_processed,
      runIds: scrape.run_id ? [scrape.run_id] : [],
      waiting: scrape.waiting ? [scrape.waiting] : [],
    }
  },
  scrapeAll: async (groupId) => {
    const scrape = await result(client.POST('/api/instagram/scrape-all', { body: scope(groupId) }))
    return { ...scrape, runIds: scrape.run_ids }
  },
}

function toAccounts({ accounts }: Schema<'InstagramAccounts'>): Account[] {
  return accounts.map((account) => ({ ...account, count: account.post_count }))
}

function toItems({ posts, total }: Schema<'InstagramPosts'>): Items {
  const items = posts.map((post) => ({
    ...post,
    collected: post.id,
    name: post.shortcode,
    posted: post.post_timestamp ?? null,
  }))
  return { items, total }
}
