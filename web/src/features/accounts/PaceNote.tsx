import { UnstyledButton } from '@mantine/core'
import { paceInWords, type Pace } from './pace'
import classes from './PaceNote.module.css'

/** How often an account is read. Where that is not as it is set, why is told by mouse, touch or keyboard. */
export function PaceNote({ pace }: { pace: Pace }) {
  const words = paceInWords(pace)
  if (pace.reason === 'configured') return <span>{words}</span>
  return (
    <UnstyledButton className={classes.note} data-tip={pace.text} aria-description={pace.text}>
      {words}
    </UnstyledButton>
  )
}
