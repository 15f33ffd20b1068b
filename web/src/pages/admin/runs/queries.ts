import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { PAGE_SIZE, POLL } from '@/util/constants'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { PENDING } from '@/util/states'
import { toast } from '@/util/toast'
import { runsQuery, type RunsView } from './view'

const RUNS = '/api/scraping/runs'
const UNITS = '/api/scraping/runs/{id}/units'

export type Run = Schema<'RunEntry'>
export type Unit = Schema<'RunUnit'>

/** Reads a page of the runs, newest first; more often while one of them is open. */
export const useRunList = (view: RunsView) =>
  api.useQuery(
    'get',
    RUNS,
    { params: { query: runsQuery(view, PAGE_SIZE.runs) } },
    {
      refetchInterval: ({ state }) =>
        state.data?.runs.some(({ status }) => status !== 'completed') ? POLL.run : POLL.scrapingStatus,
      placeholderData: keepPreviousData,
    },
  )

/**
 * Reads the units of a run, repeatedly while one of them waits. The list of runs does not show when to stop: it is read at
 * other times, and may not contain the run.
 */
export const useRunUnits = (id: string) =>
  api.useQuery(
    'get',
    UNITS,
    { params: { path: { id } } },
    {
      refetchInterval: ({ state }) =>
        state.data?.units.some(({ status }) => status === PENDING) ? POLL.run : false,
    },
  )

/** Refetches the runs and the scrape status. */
function useReloadRuns() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [RUNS, UNITS, '/api/admin/scraping/status'].map((path) =>
        queries.invalidateQueries({ queryKey: ['get', path] }),
      ),
    )
}

/** Retries failed scrapes. Units that are already being scraped are joined, so that no request is sent twice. */
export function useRetry(call: () => Promise<{ message: string }>, onStarted?: () => void) {
  const reload = useReloadRuns()
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ message }) => {
      toast.info(message)
      onStarted?.()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.retry)),
  })
}
