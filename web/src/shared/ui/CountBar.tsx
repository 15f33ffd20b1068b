import { formatExact } from '@/shared/lib/format'
import classes from './CountBar.module.css'

type Props = { count: number; most: number }

/** A count, beside the most that another one of its list has. */
export function CountBar({ count, most }: Props) {
  return (
    <div className={classes.count}>
      {formatExact(count)}
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${(100 * count) / most}%` }} />
      </div>
    </div>
  )
}
