import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { scope } from '@/shared/api/scope'
import { DELAY } from '@/shared/constants/business'
import { ERROR } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import { useRuns } from '@/shared/runs/useRuns'
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
  const [runIds, setRunIds] = useState<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { mutate, isPending } = api.useMutation('post', '/api/dashboard/scrape-all', {
    onSuccess: ({ status, message, run_ids }) => {
      if (status === 'completed') toast.success(message)
      else toast.info(message)
      setRunIds(status === 'processing' ? run_ids : [])
      clearTimeout(timer.current)
      timer.current = setTimeout(() => refresh(), DELAY.afterScrape)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.scrape)),
  })
  const end = useCallback(() => {
    setRunIds([])
    refresh()
  }, [refresh])
  const progress = useRuns(runIds, end)
  return {
    scrape: () => mutate({ params: { query: scope(groupId) } }),
    busy: isPending || progress !== undefined,
    progress,
  }
}
