import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = PaperProps & { children: ReactNode; 'aria-label'?: string }

/** A bordered section. */
export function Panel({ children, ...rest }: Props) {
  return (
    <Paper component="section" withBorder p="lg" radius="lg" bg="var(--cm-surface)" {...rest}>
      {children}
    </Paper>
  )
}
