import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { DELAY } from '@/shared/constants/business'
import { ERROR } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import { DASHBOARD_KEYS } from './queries'

/** Reads the Dashboard's numbers again. */
export function useRefreshDashboard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => Promise.all(DASHBOARD_KEYS.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Scrapes every account of both platforms; the numbers are read again shortly after. */
export function useScrapeAll() {
  const { mutate: refresh } = useRefreshDashboard()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return api.useMutation('post', '/api/dashboard/scrape-all', {
    onSuccess: ({ status, message }) => {
      if (status === 'completed') toast.success(message)
      else toast.info(message)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => refresh(), DELAY.afterScrape)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.scrape)),
  })
}
