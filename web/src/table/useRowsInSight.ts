import { startTransition, useEffect, useState } from 'react'

/** More rows than any common screen shows at once. */
const IN_SIGHT = 50

/**
 * Rows to render of a view: first the visible ones, then the others after those have been painted, which halves the wait. `off`
 * renders all at once, for tables whose columns adapt to their content.
 */
export function useRowsInSight<Row>(rows: Row[], view: string, off: boolean): Row[] {
  const [complete, setComplete] = useState(view)
  useEffect(() => {
    // Started within a frame, so that the rest is rendered after it.
    const frame = requestAnimationFrame(() => startTransition(() => setComplete(view)))
    return () => cancelAnimationFrame(frame)
  }, [view])
  return off || complete === view ? rows : rows.slice(0, IN_SIGHT)
}
