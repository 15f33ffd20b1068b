import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'

/** Data that could not be loaded, at its place on the page. */
type Failure = { id: string; place: HTMLElement; text: string; stale: boolean; retry: () => void }

/** Those on screen, in the order of the page. */
let failures: readonly Failure[] = []
const listeners = new Set<() => void>()

function change(next: readonly Failure[]): void {
  failures = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A dialog covers the page, so that its errors are shown apart. */
const regionOf = (place: HTMLElement) => place.closest('[role="dialog"]')

const inOrder = (a: Failure, b: Failure) =>
  a.place.compareDocumentPosition(b.place) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

type Own = { text: string; stale: boolean; onRetry: () => void }

/**
 * Registers a failure while it is on screen. Returns whether it is the first with its text, whether older data are shown instead of any
 * of them, and what repeats all of them.
 */
export function useLoadFailure(ref: RefObject<HTMLElement | null>, { text, stale, onRetry }: Own) {
  const id = useId()
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  }, [onRetry])
  // Before the browser paints, so that no error appears for a moment.
  useLayoutEffect(() => {
    const place = ref.current
    if (!place) return
    const own = { id, place, text, stale, retry: () => retry.current() }
    change([...failures, own].toSorted(inOrder))
    return () => change(failures.filter((failure) => failure !== own))
  }, [id, ref, text, stale])
  const all = useSyncExternalStore(subscribe, () => failures)
  const own = all.find((failure) => failure.id === id)
  const equal = own
    ? all.filter((other) => other.text === text && regionOf(other.place) === regionOf(own.place))
    : []
  return {
    isFirst: own !== undefined && equal[0] === own,
    anyStale: equal.some((failure) => failure.stale),
    retryAll: () => {
      for (const failure of equal) failure.retry()
    },
  }
}
