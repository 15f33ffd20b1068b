import { useEffect, useState } from 'react'

/** Relative times are displayed in minutes: updating every half minute keeps them accurate. */
const TICK = 30_000

/** The current time in milliseconds, updated periodically. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
