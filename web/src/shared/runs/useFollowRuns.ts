import { useCallback, useEffect, useRef } from 'react'
import { DELAY } from '@/shared/constants/business'
import type { Progress } from './progress'
import { useFollowedRuns } from './useFollowedRuns'
import { useRuns } from './useRuns'

type Settings = {
  /** Names what was pressed, among all that start a scrape. */
  control: string
  /** Reads again what a scrape changes: shortly after it began, and when all of its runs have ended. */
  refresh: () => void
  /** Says what came of the runs that were followed to their end. */
  onEnd: (progress: Progress) => void
}

/** Follows the runs of a scrape that somebody asked for, also when its screen is left and opened again. */
export function useFollowRuns({ control, refresh, onEnd }: Settings) {
  const [runIds, setRunIds] = useFollowedRuns(control)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const end = useCallback(
    (progress: Progress) => {
      setRunIds([])
      // Runs that are gone tell nothing.
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
