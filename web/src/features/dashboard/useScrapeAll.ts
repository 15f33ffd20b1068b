import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { scope } from '@/shared/api/scope'
import { ERROR } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import { useFollowRuns } from '@/shared/runs/useFollowRuns'
import { DASHBOARD_KEYS } from './queries'

/** Reads the Dashboard's numbers again. */
export function useRefreshDashboard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => Promise.all(DASHBOARD_KEYS.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Scrapes every account of both platforms, or of one group; the numbers are read again shortly after, and when all is done. */
export function useScrapeAll(groupId: number | undefined) {
  const { mutate: refresh } = useRefreshDashboard()
  const { progress, follow } = useFollowRuns(refresh)
  const { mutate, isPending } = api.useMutation('post', '/api/dashboard/scrape-all', {
    onSuccess: ({ status, message, run_ids }) => {
      if (status === 'completed') toast.success(message)
      else toast.info(message)
      follow(status === 'processing' ? run_ids : [])
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.scrape)),
  })
  return {
    scrape: () => mutate({ params: { query: scope(groupId) } }),
    busy: isPending || progress !== undefined,
    progress,
  }
}
