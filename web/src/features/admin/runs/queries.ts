import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import type { Schema } from '@/shared/api/types'
import { PAGE_SIZE, POLL } from '@/shared/constants/business'
import { runsQuery, type RunsView } from './runsView'

const RUNS = '/api/scraping/runs'
const UNITS = '/api/scraping/runs/{id}/units'

export type Run = Schema<'RunEntry'>
export type Unit = Schema<'RunUnit'>

/** A page of the runs, the newest first; read more often while one of them goes on. */
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

/** What came of each account of a run, while it goes on and afterwards. */
export const useRunUnits = (id: string, ended: boolean) =>
  api.useQuery('get', UNITS, { params: { path: { id } } }, { refetchInterval: ended ? false : POLL.run })

/** Reads the runs again, and how scraping stands. */
export function useReloadRuns() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [RUNS, UNITS, '/api/admin/scraping/status'].map((path) =>
        queries.invalidateQueries({ queryKey: ['get', path] }),
      ),
    )
}
