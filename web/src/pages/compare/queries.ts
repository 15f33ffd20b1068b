import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client, result, useGroups } from '@/api/client'
import type { paths } from '@/api/schema'
import { useIsAdmin } from '@/api/session'
import type { FileCall } from '@/components/buttons/ExportButton'
import type { Subject } from '@/util/metrics/compare'
import type { Period } from '@/util/time/period'
import { gainsPoll } from '@/util/time/periodQuery'
import { PLATFORM_CODES } from '@/util/platform'
import { knownOf, type Choice } from './selection/choices'
import type { By } from './compareView'

type AccountsQuery = NonNullable<paths['/api/tiktok/accounts']['get']['parameters']['query']>

/** Accounts of each platform that a search reads: more are not listed at once. */
const SEARCHED = 25

/**
 * Finds accounts by a part of a current or former username, the most viewed first. All groups are returned, for any text. While
 * `waiting`, the choices are those of the last text.
 */
export function useFound(subject: Subject, text: string) {
  const accounts = useAccountChoices(
    { per_page: SEARCHED, sort: 'views', order: 'desc', ...(text && { search: text }) },
    subject === 'accounts',
  )
  const groups = useGroupChoices(subject === 'groups')
  return subject === 'groups' ? groups : accounts
}

/**
 * Reads the selected accounts or groups; `unknown` are the IDs of none. Until they are known, `ids` are those of the address, so that
 * another one can be added in the meantime.
 */
export function useChosen(subject: Subject, ids: readonly number[]) {
  const some = ids.length > 0
  const accounts = useAccountChoices({ ids: ids.join(',') }, subject === 'accounts' && some)
  const groups = useGroupChoices(subject === 'groups')
  const { data, waiting, error, refetch } = subject === 'groups' ? groups : accounts
  const { known, unknown } = knownOf(ids, data?.choices ?? [])
  const loading = some && data === undefined
  const chosen =
    waiting || loading
      ? // An account that was selected a moment ago is not unknown.
        { known, unknown: [], ids }
      : { known, unknown, ids: known.map(({ id }) => id) }
  return {
    data: loading && error != null ? undefined : { ...chosen, loading },
    error,
    refetch,
  }
}

/** Reads accounts of all platforms. Admins see the group of each. */
function useAccountChoices(query: AccountsQuery, enabled: boolean) {
  const groups = useGroups({ enabled: useIsAdmin() })
  const accounts = useQuery({
    queryKey: ['compare', 'accounts', query],
    queryFn: ({ signal }) =>
      Promise.all(
        PLATFORM_CODES.map((platform) =>
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
          platform: PLATFORM_CODES[index],
          group: names.get(group_id),
          views,
        })),
      )
      .toSorted((a, b) => (b.views ?? 0) - (a.views ?? 0)),
  }
  const { error, refetch, isPlaceholderData: waiting } = accounts
  return { data, waiting, error, refetch }
}

function useGroupChoices(enabled: boolean) {
  const { data, error, refetch } = useGroups({ enabled })
  const choices = data?.groups.map(({ id, name }): Choice => ({
    id,
    name,
    formerly: [],
    platform: undefined,
    group: undefined,
    views: undefined,
  }))
  return { data: choices && { choices, total: choices.length }, waiting: false, error, refetch }
}

/** What is compared, and in which period. */
export type Compared = { subject: Subject; ids: readonly number[]; period: Period }

const queryOf = ({ subject, ids, period }: Compared) => ({ [subject]: ids.join(','), ...period.days })

const optionsOf = ({ ids, period }: Compared, enabled: boolean) => ({
  enabled: enabled && ids.length > 0,
  refetchInterval: gainsPoll(period),
  placeholderData: keepPreviousData,
})

/** Reads the gains of each day. */
export const useDays = (compared: Compared, enabled: boolean) =>
  api.useQuery(
    'get',
    '/api/dashboard/compare',
    { params: { query: queryOf(compared) } },
    optionsOf(compared, enabled),
  )

/** Reads the median views of posts by their age. */
export const useAges = (compared: Compared, enabled: boolean) =>
  api.useQuery(
    'get',
    '/api/dashboard/compare/ages',
    { params: { query: queryOf(compared) } },
    optionsOf(compared, enabled),
  )

/** Exports the numbers of the chart. */
export const exportComparison =
  (compared: Compared, by: By): FileCall =>
  (signal) =>
    client.GET('/api/dashboard/compare/export', {
      params: { query: { ...queryOf(compared), by } },
      parseAs: 'stream',
      signal,
    })
