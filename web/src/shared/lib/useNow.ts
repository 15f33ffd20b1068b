import { useEffect, useState } from 'react'

/** The relative times on screen are words of minutes: half a minute keeps them true. */
const TICK = 30_000

/** The current time in milliseconds, renewed as time passes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
