import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { setTimeZone } from '@/util/time/timeZone'

const CHECK_MS = 1000

/** Not a drawer, which has no input and opens again because it is in the URL. */
const DIALOG = '[aria-modal="true"]:not(.mantine-Drawer-content)'

/**
 * Returns the zone that the screen is shown in, as the key of the screen, and sets it. Another zone is shown before the browser paints
 * again, but not while a dialog is open, nor while the user is typing, unless another group is viewed: their input would be lost with
 * the screen.
 */
export function useShownZone(zone: string, groupId: number | undefined): string {
  const [shown, setShown] = useState(() => {
    // Nothing is on screen yet.
    setTimeZone(zone)
    return { zone, groupId }
  })
  const keepFocus = useKeptFocus()
  useLayoutEffect(() => {
    if (shown.zone === zone && shown.groupId === groupId) return
    const check = () => {
      if (document.querySelector(DIALOG) !== null || (shown.groupId === groupId && isTyping())) return
      if (shown.zone !== zone) keepFocus()
      setTimeZone(zone)
      setShown({ zone, groupId })
    }
    check()
    const timer = setInterval(check, CHECK_MS)
    return () => clearInterval(timer)
  }, [shown, zone, groupId, keepFocus])
  return shown.zone
}

/** Returns whether a field for text has the focus. */
function isTyping(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) return field.type !== 'radio' && field.type !== 'checkbox'
  return field instanceof HTMLTextAreaElement
}

/** Returns a function to call before elements are replaced: the one like the focused one, such as the select of the group, gets the focus. */
function useKeptFocus(): () => void {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    const before = focused.current
    focused.current = null
    const name = before && nameOf(before)
    if (!name || before.isConnected) return
    const same = Array.from(document.getElementsByTagName(before.tagName)).find(
      (element) => nameOf(element) === name,
    )
    if (same instanceof HTMLElement) same.focus({ preventScroll: true })
  })
  return useCallback(() => {
    focused.current = document.activeElement
  }, [])
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent
