import { useQuery } from '@tanstack/react-query'
import type { HistoryItem } from '@/charts/history'
import { useSort } from '@/table/sort'
import type { PlatformAccounts } from './model'
import { SORTS } from './sorts'
import { useAccountsView } from './useAccountsView'
import { videosOf } from './videos'

/**
 * Finds the item of an open history in the list from which it was opened. A page that starts with an open history has not loaded
 * that list yet and loads it once here.
 */
export function useItemOf(
  { items }: PlatformAccounts,
  groupId: number | undefined,
): (id: number) => HistoryItem | undefined {
  const { accountId, historyOpen, shows, page } = useAccountsView()
  const { sort } = useSort(SORTS)
  const once = { staleTime: Infinity }
  const ofAccount = useQuery({
    ...items(accountId ?? 0, sort),
    ...once,
    enabled: historyOpen && accountId !== undefined,
  })
  const single = useQuery({
    ...videosOf(groupId, page),
    ...once,
    enabled: historyOpen && shows === 'videos',
  })
  return (id) =>
    [...(ofAccount.data?.items ?? []), ...(single.data?.videos ?? [])].find(
      ({ collected }) => collected === id,
    )
}
