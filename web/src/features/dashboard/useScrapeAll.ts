import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, result } from '@/shared/api/client'
import { scope } from '@/shared/api/scope'
import { ERROR } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import { announceDone } from '@/shared/runs/announceDone'
import { useStartScrape } from '@/shared/runs/useStartScrape'
import { DASHBOARD_KEYS } from './queries'

/** Reads the Dashboard's numbers again. */
export function useRefreshDashboard() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => Promise.all(DASHBOARD_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** Scrapes every account of both platforms, or of one group; the numbers are read again shortly after, and when all is done. */
export function useScrapeAll(groupId: number | undefined) {
  const { mutate: refresh } = useRefreshDashboard()
  return useStartScrape({
    control: `dashboard of ${groupId ?? 'all'}`,
    call: async () => {
      const scrape = await result(
        client.POST('/api/dashboard/scrape-all', { params: { query: scope(groupId) } }),
      )
      return { ...scrape, runIds: scrape.run_ids }
    },
    announce: ({ status, message }) => {
      if (status === 'completed') toast.success(message)
      else toast.info(message)
    },
    announceEnd: announceDone,
    fallback: ERROR.scrape,
    refresh,
  })
}
