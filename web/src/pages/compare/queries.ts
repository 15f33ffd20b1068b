import { keepPreviousData } from '@tanstack/react-query'
import { useAccountChoices, useFoundAccounts } from '@/api/accountChoices'
import { api, client, useGroups } from '@/api/client'
import type { FileCall } from '@/components/buttons/ExportButton'
import type { Subject } from '@/util/metrics/compare'
import type { Period } from '@/util/time/period'
import type { Choice } from '@/util/choices'
import { POLL } from '@/util/constants'
import { knownOf } from './selection/choices'
import { isPartial } from './comparison'
import type { By } from './compareView'

/** Finds accounts by a part of a current or former username, the most viewed first. All groups are returned, for any text. */
export function useFound(subject: Subject, text: string) {
  const accounts = useFoundAccounts(text, { enabled: subject === 'accounts' })
  const groups = useGroupChoices(subject === 'groups')
  return subject === 'groups' ? groups : accounts
}

/**
 * Reads the selected accounts or groups; `unknown` are the IDs of none. Until they are known, `ids` are those of the address, so that
 * another one can be added in the meantime.
 */
export function useChosen(subject: Subject, ids: readonly number[]) {
  const some = ids.length > 0
  const accounts = useAccountChoices({ ids: ids.join(',') }, { enabled: subject === 'accounts' && some })
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

function useGroupChoices(enabled: boolean) {
  const { data, error, refetch } = useGroups({ enabled })
  const choices = data?.groups.map(({ id, name, days_zone }): Choice => ({
    id,
    name,
    formerly: [],
    platform: undefined,
    group: undefined,
    views: undefined,
    zone: days_zone,
  }))
  return { data: choices && { choices, total: choices.length }, waiting: false, error, refetch }
}

/** What is compared, and in which period. The days of compared groups are in the `zones` of these. */
export type Compared = {
  subject: Subject
  ids: readonly number[]
  period: Period
  zones: readonly string[]
}

const queryOf = ({ subject, ids, period }: Omit<Compared, 'zones'>) => ({
  [subject]: ids.join(','),
  ...period.days,
})

const optionsOf = ({ ids, period, zones }: Compared, enabled: boolean) => ({
  enabled: enabled && ids.length > 0,
  refetchInterval: () => (isPartial(period, zones, Date.now()) ? POLL.gains : POLL.pastGains),
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
  (compared: Omit<Compared, 'zones'>, by: By): FileCall =>
  (signal) =>
    client.GET('/api/dashboard/compare/export', {
      params: { query: { ...queryOf(compared), by } },
      parseAs: 'stream',
      signal,
    })
