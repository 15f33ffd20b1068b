import { formatExact } from '@/util/format'
import classes from './CountBar.module.css'

type Props = { count: number; most: number }

/** A count, with a bar relative to the largest one in the list. */
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
