import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client, result, useGroups } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import type { FileCall } from '@/components/ExportButton'
import type { Subject } from '@/util/compare'
import type { Period } from '@/util/period'
import { gainsPoll } from '@/util/periodQuery'
import { PLATFORM_CODES, type Platform } from '@/util/platform'
import type { Choice } from './choices'
import type { By } from './compareView'

/** Reads the accounts or groups that the user can compare. Admins see the group of each account. */
export function useChoices(subject: Subject) {
  const admin = useIsAdmin()
  const groups = useGroups({ enabled: admin })
  const accounts = useQuery({
    queryKey: ['compare', 'accounts'],
    queryFn: ({ signal }) => Promise.all(PLATFORM_CODES.map((platform) => readAccounts(platform, signal))),
    enabled: subject === 'accounts',
  })
  if (subject === 'groups') {
    const data = groups.data?.groups.map(({ id, name }): Choice => ({
      id,
      name,
      formerly: [],
      platform: undefined,
      group: undefined,
      views: undefined,
    }))
    return { data, error: groups.error, refetch: groups.refetch }
  }
  const names = new Map(groups.data?.groups.map(({ id, name }) => [id, name]))
  const data = accounts.data
    ?.flat()
    .map(({ platform, account: { id, username, former_usernames, views, group_id } }): Choice => ({
      id,
      name: `@${username}`,
      formerly: former_usernames,
      platform,
      group: names.get(group_id),
      views,
    }))
  return { data, error: accounts.error, refetch: accounts.refetch }
}

async function readAccounts(platform: Platform, signal: AbortSignal) {
  const { accounts } = await result(client.GET(`/api/${platform}/accounts`, { signal }))
  return accounts.map((account) => ({ platform, account }))
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
