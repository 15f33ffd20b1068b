import { useIsMutating, useMutation, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { DELAY, POLL } from '@/util/constants'
import { formatDate } from '@/util/format'
import { toast } from '@/util/toast'
import { useFollowedRuns } from './followed'
import { progressOf, resultText, type Progress } from './progress'

/** Response to starting a scrape; `runIds` are the runs still in progress. */
type ScrapeResponse = {
  status: 'completed' | 'processing'
  runIds: string[]
  /** Reasons why platforms are not scraped now. */
  waiting?: Pick<Schema<'Waiting'>, 'summary' | 'until'>[]
}

type Settings<Scrape extends ScrapeResponse> = {
  /** Unique name of the control that starts the scrape. */
  control: string
  call: () => Promise<Scrape>
  /** Announces the state at the time of the response. */
  announce: (scrape: Scrape) => void
  /** Announces the result of a scrape that continued in the background. Must be a stable function. */
  announceEnd: (progress: Progress) => void
  /** Whether the scrape is done; by default, when its runs have ended. */
  isDone?: (progress: Progress) => boolean
  /** Error text if the server gives none. */
  fallback: string
  /** Refetches the data that a scrape changes. */
  refresh: () => void
}

/** Starts a scrape and shows its progress, even after returning to the screen. */
export function useStartScrape<Scrape extends ScrapeResponse>({
  control,
  call,
  announce,
  announceEnd,
  isDone = hasEnded,
  fallback,
  refresh,
}: Settings<Scrape>) {
  const { progress, follow } = useFollowRuns({ control, refresh, isDone, onEnd: announceEnd })
  const mutationKey = ['scrape', control]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: call,
    onSuccess: (scrape) => {
      const waits = scrape.waiting ?? []
      for (const wait of waits) toast.info(waitingText(wait))
      if (waits.length === 0) announce(scrape)
      follow(scrape.status === 'processing' ? scrape.runIds : [])
    },
    onError: (error) => {
      toast.error(errorMessage(error, fallback))
      follow([])
    },
  })
  // The request may have been pending when the screen was left.
  const starting = useIsMutating({ mutationKey }) > 0
  return { scrape: () => mutate(), busy: starting || progress !== undefined, progress }
}

const hasEnded = ({ ended }: Progress) => ended

/** Shows a toast with the result of a background scrape; `subject` precedes it. */
export function announceDone(progress: Progress, subject?: string): void {
  const text = (subject === undefined ? '' : `${subject}: `) + resultText(progress)
  if (progress.failed === 0) toast.success(text)
  else toast.info(text)
}

type FollowSettings = {
  /** Unique name of the control that started the scrape. */
  control: string
  /** Refetches the data that a scrape changes: shortly after the start, and when it is done. */
  refresh: () => void
  isDone: (progress: Progress) => boolean
  /** Announces the result when the scrape is done. */
  onEnd: (progress: Progress) => void
}

/** Follows the runs of a scrape that the user started, even after leaving and reopening the screen. */
function useFollowRuns({ control, refresh, isDone, onEnd }: FollowSettings) {
  const followed = useFollowedRuns(control)
  const { end: endRuns } = followed
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const end = useCallback(
    (progress: Progress) => {
      // Another control that follows the same runs has announced the result.
      if (!endRuns()) return
      // Deleted runs have no result.
      if (progress.total > 0) onEnd(progress)
      refresh()
    },
    [onEnd, refresh, endRuns],
  )
  const progress = useRuns(followed.runIds, isDone, end)
  const follow = (ids: string[]) => {
    followed.follow(ids)
    clearTimeout(timer.current)
    timer.current = setTimeout(refresh, DELAY.afterScrape)
  }
  return { progress, follow }
}

/** Status of a run that no longer exists or was never the user's. */
const NOT_FOUND = 404

type RunQuery = { state: { data?: { status: string } | undefined; error: unknown } }

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === NOT_FOUND

const untilEnded = ({ state }: RunQuery) =>
  state.data?.status === 'completed' || isNotFound(state.error) ? false : POLL.run

/**
 * Polls runs until `isDone`, then calls `onEnd` with the result; returns `undefined` without runs in progress. If the server does not
 * respond, polling continues, since the runs go on.
 */
function useRuns(
  ids: string[],
  isDone: FollowSettings['isDone'],
  onEnd: FollowSettings['onEnd'],
): Progress | undefined {
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
  const over = ids.length > 0 && isDone(progress)
  useEffect(() => {
    if (over) onEnd(progress)
    // Only the progress at the end matters.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps
  }, [over, onEnd])
  return ids.length > 0 && !over ? progress : undefined
}

/** Names the reason, and the time of the next attempt. */
function waitingText({ summary, until }: Pick<Schema<'Waiting'>, 'summary' | 'until'>): string {
  if (until == null) return summary
  // Rounded up to the minute, so that it is never before the next attempt.
  const shown = new Date(Date.parse(until) + 59_000).toISOString()
  return `${summary} Next attempt: ${formatDate(shown)}.`
}
