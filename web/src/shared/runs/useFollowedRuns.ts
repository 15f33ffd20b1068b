import { useCallback, useSyncExternalStore } from 'react'
import { followed } from './followed'

/** The runs that a control has started and that have not ended, as state that outlives the screen. */
export function useFollowedRuns(control: string) {
  const runIds = useSyncExternalStore(followed.subscribe, () => followed.of(control))
  const setRunIds = useCallback((ids: string[]) => followed.set(control, ids), [control])
  return [runIds, setRunIds] as const
}
