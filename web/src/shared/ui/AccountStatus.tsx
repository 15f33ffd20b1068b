import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { PENDING } from '@/shared/lib/accountStatus'
import classes from './AccountStatus.module.css'

/** Outcomes after which the numbers are as they should be. */
const FINE = new Set(['ok', 'ok_no_videos'])

/** Why an account's numbers are old or missing, in the server's words; nothing while all is well. */
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
