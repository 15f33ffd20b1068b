import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, result, scope } from '@/api/client'
import { announceDone, useStartScrape } from '@/components/runs/useStartScrape'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { DASHBOARD_KEYS } from './queries'

/** Refetches the Dashboard's numbers. */
export function useRefreshDashboard() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => Promise.all(DASHBOARD_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** Scrapes all accounts of both platforms, or of one group; refetches the numbers shortly after the start and at the end. */
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
