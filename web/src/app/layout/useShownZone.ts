import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { placeOf } from '@/util/placeOf'
import { setTimeZone } from '@/util/time/timeZone'

const CHECK_MS = 200

/** Not a drawer, which has no input and opens again because it is in the URL. */
const DIALOG = '[aria-modal="true"]:not(.mantine-Drawer-content)'

/**
 * Returns the zone that the screen is shown in, as the key of the screen, and sets it; undefined if no screen can be shown yet. Another
 * zone is shown before the browser paints again, but not while a dialog is open or a change or an export is in progress, nor while the
 * user is typing, unless another group was just selected: all that would be lost with the screen.
 *
 * The former screen is rendered once for another group, so its reads are sent, too, and aborted. Deciding while rendering would change
 * the zone even if React discards the result, while the former screen stays.
 */
export function useShownZone(zone: string | undefined, groupId: number | undefined): string | undefined {
  const [shown, setShown] = useState(() => {
    // Nothing is on screen yet.
    if (zone !== undefined) setTimeZone(zone)
    return { zone, groupId }
  })
  const keepFocus = useKeptFocus()
  const queries = useQueryClient()
  useLayoutEffect(() => {
    if (shown.zone === zone && shown.groupId === groupId) return
    const show = () => {
      if (document.querySelector(DIALOG) !== null || queries.isMutating() > 0) return
      if (shown.zone !== zone) keepFocus()
      if (zone !== undefined) setTimeZone(zone)
      setShown({ zone, groupId })
    }
    if (shown.groupId !== groupId || !isTyping()) show()
    const timer = setInterval(() => !isTyping() && show(), CHECK_MS)
    return () => clearInterval(timer)
  }, [shown, zone, groupId, keepFocus, queries])
  return shown.zone
}

/** Returns whether a field for text has the focus. */
function isTyping(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) return field.type !== 'radio' && field.type !== 'checkbox'
  return field instanceof HTMLTextAreaElement
}

/** Returns a function to call before elements are replaced: what replaces the focused one, such as the select of the group, gets the focus. */
function useKeptFocus(): () => void {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    const before = focused.current
    focused.current = null
    if (before && !before.isConnected) placeOf(before)?.focus({ preventScroll: true })
  })
  return useCallback(() => {
    focused.current = document.activeElement
  }, [])
}
