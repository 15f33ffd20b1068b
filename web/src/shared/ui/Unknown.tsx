import { Tooltip, VisuallyHidden } from '@mantine/core'
import classes from './Unknown.module.css'

/** Stands where a number is not known; says why to everybody. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <Tooltip label={reason} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.unknown}>
        <span aria-hidden>—</span>
        <VisuallyHidden>{reason}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
