/** State of a history entry that opens without scrolling to the top of the page. */
export const KEEPS_SCROLL = { keepsScroll: true } as const

/** Returns whether a history entry has that state. */
export function keepsScroll(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsScroll' in state
}
