import { client, result } from '@/shared/api/client'
import { scope } from '@/shared/api/scope'
import type { Schema } from '@/shared/api/types'
import { accountsKey, itemsKey } from './keys'
import type { Account, Items, PlatformAccounts } from './model'

const ACCOUNTS = '/api/instagram/accounts'
const ITEMS = '/api/instagram/accounts/{id}/posts'

export const instagram: PlatformAccounts = {
  platform: 'instagram',
  accounts: (groupId) => ({
    queryKey: accountsKey('instagram', groupId),
    queryFn: async ({ signal }) =>
      toAccounts(await result(client.GET(ACCOUNTS, { params: { query: scope(groupId) }, signal }))),
  }),
  items: (id) => ({
    queryKey: itemsKey('instagram', id),
    queryFn: async ({ signal }) =>
      toItems(await result(client.GET(ITEMS, { params: { path: { id } }, signal }))),
  }),
  add: (username, groupId) => result(client.POST(ACCOUNTS, { body: { username, ...scope(groupId) } })),
  remove: (id) => result(client.DELETE('/api/instagram/accounts/{id}', { params: { path: { id } } })),
  refresh: async (id) => {
    const scrape = await result(
      client.POST('/api/instagram/accounts/{id}/refresh', { params: { path: { id } } }),
    )
    return { ...scrape, found: scrape.posts_processed }
  },
  scrapeAll: (groupId) => result(client.POST('/api/instagram/scrape-all', { body: scope(groupId) })),
}

function toAccounts({ accounts }: Schema<'InstagramAccounts'>): Account[] {
  return accounts.map((account) => ({ ...account, count: account.post_count }))
}

function toItems({ posts, total }: Schema<'InstagramPosts'>): Items {
  const items = posts.map((post) => ({ ...post, name: post.shortcode, posted: post.post_timestamp ?? null }))
  return { items, total }
}
