import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { PENDING } from '@/util/states'
import classes from './AccountStatus.module.css'

/** Outcomes after which the numbers are correct. */
const FINE = new Set(['ok', 'ok_no_videos'])

/** The server's reason why an account's numbers are stale or missing; hidden if there is none. */
export function AccountStatus({ status, text }: { status: string; text: string }) {
  if (FINE.has(status)) return null
  const waiting = status === PENDING
  const Icon = waiting ? IconClock : IconAlertTriangle
  return (
    <span className={classes.status} data-failing={!waiting || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
      {text}
    </span>
  )
}
