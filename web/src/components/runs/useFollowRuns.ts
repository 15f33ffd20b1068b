import { useCallback, useEffect, useRef } from 'react'
import { DELAY } from '@/util/constants'
import type { Progress } from './progress'
import { useFollowedRuns } from './useFollowedRuns'
import { useRuns } from './useRuns'

type Settings = {
  /** Unique name of the control that started the scrape. */
  control: string
  /** Refetches the data that a scrape changes: shortly after the start, and after all runs have ended. */
  refresh: () => void
  /** Announces the result after all followed runs have ended. */
  onEnd: (progress: Progress) => void
}

/** Follows the runs of a scrape that the user started, even after leaving and reopening the screen. */
export function useFollowRuns({ control, refresh, onEnd }: Settings) {
  const [runIds, setRunIds] = useFollowedRuns(control)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const end = useCallback(
    (progress: Progress) => {
      setRunIds([])
      // Deleted runs have no result.
      if (progress.total > 0) onEnd(progress)
      refresh()
    },
    [onEnd, refresh, setRunIds],
  )
  const progress = useRuns(runIds, end)
  const follow = (ids: string[]) => {
    setRunIds(ids)
    clearTimeout(timer.current)
    timer.current = setTimeout(refresh, DELAY.afterScrape)
  }
  return { progress, follow }
}
