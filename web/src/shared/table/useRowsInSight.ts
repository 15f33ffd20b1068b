import { startTransition, useEffect, useState } from 'react'

/** More rows than any usual screen shows at once. */
const IN_SIGHT = 50

/**
 * The rows to draw of a view: those in sight at once, the others as soon as these are on screen. What a reader waits for
 * is half as much then. `off` draws all of them together, for tables whose columns follow what is in them.
 */
export function useRowsInSight<Row>(rows: Row[], view: string, off: boolean): Row[] {
  const [complete, setComplete] = useState(view)
  useEffect(() => {
    // From within a frame: the rest is drawn after it.
    const frame = requestAnimationFrame(() => startTransition(() => setComplete(view)))
    return () => cancelAnimationFrame(frame)
  }, [view])
  return off || complete === view ? rows : rows.slice(0, IN_SIGHT)
}
