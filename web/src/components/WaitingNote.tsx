import { IconClockPause } from '@tabler/icons-react'
import classes from './WaitingNote.module.css'

/** Why scraping is delayed, and when the next attempt is. */
export function WaitingNote({ message }: { message: string }) {
  return (
    <span className={classes.note} role="status">
      <IconClockPause size={16} stroke={1.75} aria-hidden className={classes.icon} />
      {message}
    </span>
  )
}
