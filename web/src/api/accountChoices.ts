import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Choice } from '@/util/choices'
import { PLATFORM_CODES, type Platform } from '@/util/platform'
import { client, result, scope, useGroups } from './client'
import type { paths } from './schema'
import { useIsAdmin } from './session'

type AccountsQuery = NonNullable<paths['/api/tiktok/accounts']['get']['parameters']['query']>

/** Accounts of each platform that a search reads: more are not listed at once. */
const SEARCHED = 25

type Options = { platforms?: readonly Platform[]; enabled: boolean }

/** Reads accounts of all platforms, or of the given ones. Admins see the group of each. */
export function useAccountChoices(query: AccountsQuery, { platforms = PLATFORM_CODES, enabled }: Options) {
  const admin = useIsAdmin()
  const groups = useGroups({ enabled: enabled && admin })
  const accounts = useQuery({
    queryKey: ['account-choices', platforms, query],
    queryFn: ({ signal }) =>
      Promise.all(
        platforms.map((platform) =>
          result(client.GET(`/api/${platform}/accounts`, { params: { query }, signal })),
        ),
      ),
    enabled,
    placeholderData: keepPreviousData,
  })
  const names = new Map(groups.data?.groups.map(({ id, name }) => [id, name]))
  const data = accounts.data && {
    total: accounts.data.reduce((sum, page) => sum + page.total, 0),
    choices: accounts.data
      .flatMap((page, index) =>
        page.accounts.map(({ id, username, former_usernames, views, group_id }): Choice => ({
          id,
          name: `@${username}`,
          formerly: former_usernames,
          platform: platforms[index],
          group: names.get(group_id),
          views,
        })),
      )
      .toSorted((a, b) => (b.views ?? 0) - (a.views ?? 0)),
  }
  const { error, refetch, isPlaceholderData: waiting } = accounts
  return { data, waiting, error, refetch }
}

/** Finds accounts, of a group or of all, by a part of a current or former username, the most viewed first. */
export function useFoundAccounts(
  text: string,
  { groupId, ...options }: Options & { groupId?: number | undefined },
) {
  const query: AccountsQuery = { per_page: SEARCHED, sort: 'views', order: 'desc', ...scope(groupId) }
  return useAccountChoices({ ...query, ...(text && { search: text }) }, options)
}
