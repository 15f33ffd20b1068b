import { useEffect, useState } from 'react'
import {
  formatCount,
  formatCpm,
  formatDate,
  formatExact,
  formatFullDate,
  formatPercent,
  formatQuantity,
  relativeTime,
} from '@/util/format'
import classes from './Values.module.css'

/** `unknown` is the reason why the number is not known. */
type Props = { value: number; unknown?: string | undefined }

/** Shows a count in short form, with all digits in the tooltip. */
export function Count({ value, unknown }: Props) {
  if (unknown !== undefined) return <Unknown reason={unknown} />
  return <span title={formatExact(value)}>{formatCount(value)}</span>
}

/** Shows a number of posts, accounts or users: with all digits while it is short. */
export function Quantity({ value }: { value: number }) {
  return <span title={formatExact(value)}>{formatQuantity(value)}</span>
}

export function Cpm({ value, unknown, currency }: Props & { currency?: string | null | undefined }) {
  return unknown === undefined ? <span>{formatCpm(value, currency)}</span> : <Unknown reason={unknown} />
}

export function Engagement({ value, unknown }: Props) {
  return unknown === undefined ? <span>{formatPercent(value)}</span> : <Unknown reason={unknown} />
}

type CountBarProps = { count: number; most: number }

/** Shows a count, with a bar relative to the largest one in the list. */
export function CountBar({ count, most }: CountBarProps) {
  return (
    <div className={classes.count}>
      {formatExact(count)}
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${(100 * count) / most}%` }} />
      </div>
    </div>
  )
}

/** Takes the place of an unknown number, with an accessible reason. A single element: a table can have hundreds of them. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <span role="img" aria-label={reason} className={classes.unknown} data-tip={reason}>
      —
    </span>
  )
}

/** Shows a time as short month, day, hour and minute; the full date in the tooltip. */
export function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatFullDate(iso)}>
      {formatDate(iso)}
    </time>
  )
}

/** Shows a relative time; the full date in the tooltip. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow()
  return (
    <time dateTime={iso} title={formatFullDate(iso)}>
      {relativeTime(Date.parse(iso), now)}
    </time>
  )
}

/** Below this, relative times have no number. */
const SOON_MS = 60_000

export function NextUpdate({ iso }: { iso: string }) {
  return (
    <span>
      Next update: <Upcoming iso={iso} />
    </span>
  )
}

/** Shows a relative time in the future: `in 5 minutes`. */
export function Upcoming({ iso }: { iso: string }) {
  const now = useNow()
  return Date.parse(iso) - now < SOON_MS ? 'any moment' : <RelativeTime iso={iso} />
}

/** Relative times are displayed in minutes: updating every half minute keeps them accurate. */
const NOW_TICK_MS = 30_000

/** Returns the current time in milliseconds, updated every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), NOW_TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
