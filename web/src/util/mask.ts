import { SESSIONS } from './business'

const ELLIPSIS = '…'

/**
 * Masks a session identifier: its first 20 characters, an ellipsis and its last 10. If the value is too short for that to hide
 * anything, only its outer thirds are shown.
 */
export function maskSession(value: string): string {
  const { maskHead, maskTail } = SESSIONS
  if (value.length > maskHead + maskTail) return value.slice(0, maskHead) + ELLIPSIS + value.slice(-maskTail)
  const third = Math.floor(value.length / 3)
  return value.slice(0, third) + ELLIPSIS + value.slice(value.length - third)
}
