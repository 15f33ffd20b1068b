import { useEffect, useState } from 'react'

/** Delay after which an element can have the focus that a dialog kept: what was inert no longer is. */
const CLOSED_MS = 10

/**
 * Returns the focus to what had it before the dialog opened. Mantine's own hook reads that after the dialog is shown: without
 * transitions, for users who prefer reduced motion, the dialog's button may have the focus by then.
 */
export function useFocusReturn(opened: boolean): void {
  const [shown, setShown] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  if (opened !== shown) {
    setShown(opened)
    if (opened) setOpener(document.activeElement)
  }
  useEffect(() => {
    if (opened || opener === null) return
    const last = document.activeElement
    const timer = setTimeout(() => {
      const { activeElement: now, body } = document
      // The page may have moved the focus, for example to the next row after a deletion.
      if (now === null || now === body || now === last) placeOf(opener)?.focus({ preventScroll: true })
    }, CLOSED_MS)
    return () => clearTimeout(timer)
  }, [opened, opener])
}

/** Returns the element, or the one with its name that replaced it, as in the other layout of a resized window. */
function placeOf(opener: Element): HTMLElement | null {
  if (opener.isConnected) return opener instanceof HTMLElement ? opener : null
  const name = opener.getAttribute('aria-label')
  return name === null ? null : document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`)
}
