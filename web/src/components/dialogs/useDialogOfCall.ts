import { useRef } from 'react'

/**
 * Returns whether the dialog that began a call is still open when the call ends. If it was closed, and perhaps opened again for other
 * entries, the call must not change it. If only closing depends on it, use `closingCall`.
 */
export function useDialogOfCall() {
  const closings = useRef(0)
  return {
    begin: () => closings.current,
    isOpen: (begun: number | undefined) => begun === closings.current,
    close: () => {
      closings.current += 1
    },
  }
}
