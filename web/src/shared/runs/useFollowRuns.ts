import { useCallback, useEffect, useRef, useState } from 'react'
import { DELAY } from '@/shared/constants/business'
import { useRuns } from './useRuns'

/** Follows the runs of a scrape that was asked for: `refresh` is called shortly after, and when all of them have ended. */
export function useFollowRuns(refresh: () => void) {
  const [runIds, setRunIds] = useState<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const end = useCallback(() => {
    setRunIds([])
    refresh()
  }, [refresh])
  const progress = useRuns(runIds, end)
  const follow = (ids: string[]) => {
    setRunIds(ids)
    clearTimeout(timer.current)
    timer.current = setTimeout(refresh, DELAY.afterScrape)
  }
  return { progress, follow }
}
