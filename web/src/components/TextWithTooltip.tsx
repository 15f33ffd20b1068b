import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './TextWithTooltip.module.css'

/** Text with a tooltip for mouse, touch and keyboard. */
export function TextWithTooltip({ by: text, children }: { by: string; children: ReactNode }) {
  return (
    <UnstyledButton className={classes.note} data-tip={text} aria-description={text}>
      {children}
    </UnstyledButton>
  )
}
