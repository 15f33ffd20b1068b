import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './TextWithTooltip.module.css'

/** Words with more behind them, which is told by mouse, touch or keyboard. */
export function TextWithTooltip({ by: text, children }: { by: string; children: ReactNode }) {
  return (
    <UnstyledButton className={classes.note} data-tip={text} aria-description={text}>
      {children}
    </UnstyledButton>
  )
}
