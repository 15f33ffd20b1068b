import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '@/api/client'
import { ApiError } from '@/api/errors'
import { POLL } from '@/util/constants'
import { progressOf, type Progress } from './progress'

/** Status of a run that no longer exists or was never the user's. */
const NOT_FOUND = 404

type RunQuery = { state: { data?: { status: string } | undefined; error: unknown } }

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === NOT_FOUND

const untilEnded = ({ state }: RunQuery) =>
  state.data?.status === 'completed' || isNotFound(state.error) ? false : POLL.run

/**
 * Polls runs until they have ended, then calls `onEnd` once with the result; returns `undefined` without runs in progress. If the
 * server does not respond, polling continues, since the runs go on.
 */
export function useRuns(ids: string[], onEnd: (progress: Progress) => void): Progress | undefined {
  const runs = useQueries({
    queries: ids.map((id) =>
      api.queryOptions(
        'get',
        '/api/scraping/runs/{id}',
        { params: { path: { id } } },
        { refetchInterval: untilEnded },
      ),
    ),
  })
  const left = runs.filter(({ error }) => !isNotFound(error))
  const progress = progressOf(left.map(({ data }) => data))
  const over = ids.length > 0 && progress.ended
  useEffect(() => {
    if (over) onEnd(progress)
    // Only the progress at the end matters.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps
  }, [over, onEnd])
  return ids.length > 0 && !over ? progress : undefined
}
