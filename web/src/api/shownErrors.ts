/** Errors that a banner on the page shows. */
const shown = new Set<unknown>()

/** Time for the page to render after a call has failed, in milliseconds. */
const RENDERED_WITHIN_MS = 100

/** Registers an error that a banner shows; the returned function unregisters it. */
export function errorShown(error: unknown): () => void {
  shown.add(error)
  return () => void shown.delete(error)
}

/** Calls `report` unless a banner shows the error: each failure is reported once. */
export function unlessShown(error: unknown, report: () => void): void {
  setTimeout(() => {
    if (!shown.has(error)) report()
  }, RENDERED_WITHIN_MS)
}
