import { useState } from 'react'

/**
 * Returns a value as it was when a dialog was opened. The list behind an open dialog is polled: the row may show another session by
 * now, and the list may have another version.
 */
export function useAsOpened<Value>(opened: boolean, value: Value): Value {
  const [kept, setKept] = useState({ opened, value })
  if (kept.opened !== opened) setKept({ opened, value: opened ? value : kept.value })
  return kept.value
}
