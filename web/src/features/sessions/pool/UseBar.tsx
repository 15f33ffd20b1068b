import { formatExact } from '@/shared/lib/format'
import classes from './UseBar.module.css'

type Props = { requests: number; most: number }

/** How much a session was used, beside the most that another one was. */
export function UseBar({ requests, most }: Props) {
  return (
    <div className={classes.use}>
      {formatExact(requests)}
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${(100 * requests) / most}%` }} />
      </div>
    </div>
  )
}
