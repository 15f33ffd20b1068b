import type { ReactNode } from 'react'
import classes from './Toolbar.module.css'

type Props = { label: string; children: ReactNode }

/** The controls of what is below them: search and filters from the left, what concerns the whole at the right. */
export function Toolbar({ label, children }: Props) {
  return (
    <div role="group" aria-label={label} className={classes.toolbar}>
      {children}
    </div>
  )
}
