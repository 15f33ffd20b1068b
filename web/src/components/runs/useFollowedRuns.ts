import { useCallback, useSyncExternalStore } from 'react'
import { followed } from './followed'

/** Unfinished runs that a control started, as state that outlives the screen. */
export function useFollowedRuns(control: string) {
  const runIds = useSyncExternalStore(followed.subscribe, () => followed.of(control))
  const setRunIds = useCallback((ids: string[]) => followed.set(control, ids), [control])
  return [runIds, setRunIds] as const
}
