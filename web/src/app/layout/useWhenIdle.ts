import { useEffect, useState } from 'react'

const CHECK_MS = 1000

/** Not a drawer, which has no input and opens again because it is in the URL. */
const DIALOG = '[aria-modal="true"]:not(.mantine-Drawer-content)'

/** Returns a value, but the previous one while the user is typing or a dialog is open: their input would be lost with the page. */
export function useWhenIdle<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (shown === value) return
    const check = () => {
      if (document.querySelector(DIALOG) === null && !isTyping()) setShown(value)
    }
    check()
    const timer = setInterval(check, CHECK_MS)
    return () => clearInterval(timer)
  }, [shown, value])
  return shown
}

/** Returns whether a field for text has the focus. */
function isTyping(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) return field.type !== 'radio' && field.type !== 'checkbox'
  return field instanceof HTMLTextAreaElement
}
