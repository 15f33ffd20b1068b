import { accountKey } from '@/api/account'
import { client, result, scope } from '@/api/client'
import { countedAccount, foundBy, itemsIn, namedItem, type PlatformItem } from '@/api/fields'
import type { Sort } from '@/table/sort'
import { ITEM_SORTS } from '@/util/metrics/metrics'
import { PLATFORMS, type Platform } from '@/util/platform'
import type { AccountsQuery } from './accountsQuery'
import type { Decision } from './accountTexts'
import { addedAccount, type Account, type Added, type Items, type Scrape } from './model'

/*
 * The API calls of one platform. `groupId` is an admin's choice; members always use their own group.
 */

/** Returns the common prefix of all query keys of a platform's accounts and items. */
export const platformKey = (platform: Platform) => [platform] as const

type Reading = { signal: AbortSignal }

/** Accounts that the server selected; `total` counts those of all pages. */
export type AccountsPage = { accounts: Account[]; total: number }

export async function readAccounts(
  platform: Platform,
  query: AccountsQuery,
  signal?: AbortSignal,
): Promise<AccountsPage> {
  const { accounts, total } = await result(
    client.GET(`/api/${platform}/accounts`, { params: { query }, ...(signal && { signal }) }),
  )
  return { accounts: accounts.map((account) => countedAccount(platform, account)), total }
}

export const accountsOf = (platform: Platform, query: AccountsQuery) => ({
  queryKey: [...platformKey(platform), 'accounts', query],
  queryFn: ({ signal }: Reading) => readAccounts(platform, query, signal),
})

export const accountOf = (platform: Platform, id: number) => ({
  queryKey: accountKey(platform, id),
  queryFn: async ({ signal }: Reading): Promise<Account> => {
    const account = await result(
      client.GET(`/api/${platform}/accounts/{id}`, { params: { path: { id } }, signal }),
    )
    return countedAccount(platform, account)
  },
})

export const itemsOf = (platform: Platform, id: number, sort: Sort | undefined) => ({
  queryKey: [...platformKey(platform), 'items', id, sort ?? null],
  queryFn: async ({ signal }: Reading): Promise<Items> => {
    const page = await result(
      client.GET(PLATFORMS[platform].paths.items, {
        params: { path: { id }, query: sortQuery(sort) },
        signal,
      }),
    )
    const items = itemsIn<PlatformItem>(platform, page).map((item) => namedItem(platform, item))
    return { items: items.map(toItem), total: page.total }
  },
})

const toItem = <Named extends { id: number }>(item: Named) => ({ ...item, collected: item.id })

type SortQuery = { sort?: (typeof ITEM_SORTS)[number]; order?: Sort['order'] }

/** Returns the sort parameter for the server; omitted for its default order. */
function sortQuery(sort: Sort | undefined): SortQuery {
  const by = ITEM_SORTS.find((known) => known === sort?.by)
  return sort && by ? { sort: by, order: sort.order } : {}
}

export const addAccount = (platform: Platform, username: string, groupId: number | undefined) =>
  result(client.POST(`/api/${platform}/accounts`, { body: { username, ...scope(groupId) } }))

export async function addAccounts(
  platform: Platform,
  usernames: string[],
  groupId: number | undefined,
): Promise<Added> {
  const accounts = usernames.map((username) => ({ username }))
  const { message, added_count, results } = await result(
    client.POST(`/api/${platform}/accounts/bulk`, { body: { accounts, ...scope(groupId) } }),
  )
  return { message, count: added_count, results: results.map(addedAccount) }
}

export const deleteAccount = (platform: Platform, id: number) =>
  result(client.DELETE(`/api/${platform}/accounts/{id}`, { params: { path: { id } } }))

export const deleteAccounts = (platform: Platform, account_ids: number[], groupId: number | undefined) =>
  result(
    client.POST(`/api/${platform}/accounts/bulk-delete`, {
      params: { query: scope(groupId) },
      body: { account_ids },
    }),
  )

/** Resolves a handle conflict; admins only. */
export const decideIdentity = (platform: Platform, id: number, decision: Decision) =>
  result(
    client.POST(`/api/${platform}/accounts/{id}/identity`, { params: { path: { id } }, body: { decision } }),
  )

/** Scrapes one account for new items. */
export async function scrapeAccount(platform: Platform, id: number): Promise<Scrape> {
  const scrape = await result(
    client.POST(`/api/${platform}/accounts/{id}/refresh`, { params: { path: { id } } }),
  )
  return {
    ...scrape,
    found: foundBy(platform, scrape),
    runIds: scrape.run_id ? [scrape.run_id] : [],
    waiting: scrape.waiting ? [scrape.waiting] : [],
  }
}

export async function scrapeAccounts(platform: Platform, groupId: number | undefined): Promise<Scrape> {
  // The runs are followed from their start.
  const query = { wait: 0 }
  const scrape = await result(
    client.POST(`/api/${platform}/scrape-all`, { params: { query }, body: scope(groupId) }),
  )
  return { ...scrape, runIds: scrape.run_ids }
}
