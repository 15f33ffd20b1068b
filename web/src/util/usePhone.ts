import { useSyncExternalStore } from 'react'

/** Below this width, tables become lists of cards. */
export const PHONE = '(max-width: 47.99em)'

const listeners = new Set<() => void>()
let media: MediaQueryList | undefined

/**
 * One query for all components. With one each, React renders after every single listener, and gives up after fifty: a table of users
 * has more buttons.
 */
function query(): MediaQueryList {
  if (media === undefined) {
    media = window.matchMedia(PHONE)
    media.addEventListener('change', () => {
      for (const listener of listeners) listener()
    })
  }
  return media
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether the window is as narrow as a phone. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}
