import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { placeOf } from '@/util/placeOf'

/** Delay after which the opener can have the focus: what a modal dialog made inert no longer is. */
const CLOSED_MS = 10

type Dialog = { opener: Element | null }

/** Open dialogs, the last opened one last. */
const open: Dialog[] = []

/**
 * Returns the focus to what had it before the dialog opened. Mantine's own hook reads that after the dialog is shown: without
 * transitions, for users who prefer reduced motion, the dialog's button may have the focus by then. If another dialog was opened
 * from this one, that dialog returns the focus when it closes.
 */
export function useFocusReturn(opened: boolean): void {
  const [shown, setShown] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  const mounted = useRef(false)
  if (opened !== shown) {
    setShown(opened)
    if (opened) setOpener(document.activeElement)
  }
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  useLayoutEffect(() => {
    if (!opened) return
    const dialog: Dialog = { opener }
    open.push(dialog)
    return () => {
      const last = document.activeElement
      // The dialog that replaces this one may open a task later.
      setTimeout(() => {
        const index = open.indexOf(dialog)
        const next = open[index + 1]
        open.splice(index, 1)
        if (next) next.opener = dialog.opener
        else if (mounted.current) returnFocus(dialog, last)
      }, CLOSED_MS)
    }
  }, [opened, opener])
}

/** `last` had the focus when the dialog closed. */
function returnFocus({ opener }: Dialog, last: Element | null): void {
  const { activeElement: now, body } = document
  // A dialog may change its content, and with it the focus, while it closes.
  const isInClosing = open.length === 0 && now !== null && now.closest('[role="dialog"]') !== null
  // Otherwise, the page may have moved the focus, for example to the next row after a deletion.
  if (opener && (now === null || now === body || now === last || isInClosing))
    placeOf(opener)?.focus({ preventScroll: true })
}
