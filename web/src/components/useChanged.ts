import { useEffect, useRef, useState } from 'react'

/** True for `duration` milliseconds after `value` has changed; false for the initial value. */
export function useChanged(value: unknown, duration: number): boolean {
  const previous = useRef(value)
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (Object.is(previous.current, value)) return
    const first = previous.current === undefined
    previous.current = value
    if (first) return
    setChanged(true)
    const timer = setTimeout(() => setChanged(false), duration)
    return () => clearTimeout(timer)
  }, [value, duration])
  return changed
}
