import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '@/shared/api/client'
import { POLL } from '@/shared/constants/business'
import { progressOf, type Progress } from './progress'

type Asked = { state: { status: string; data?: { status: string } | undefined } }

const untilEnded = ({ state }: Asked) =>
  state.data?.status === 'completed' || state.status === 'error' ? false : POLL.run

/** Watches runs until they have ended, then calls `onEnd` once; `undefined` when there are none to watch. */
export function useRuns(ids: string[], onEnd: () => void): Progress | undefined {
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
  const lost = runs.some(({ isError }) => isError)
  const progress = progressOf(runs.map(({ data }) => data))
  const over = ids.length > 0 && (progress.ended || lost)
  useEffect(() => {
    if (over) onEnd()
  }, [over, onEnd])
  return ids.length > 0 && !over ? progress : undefined
}
