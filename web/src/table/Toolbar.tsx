import type { ReactNode } from 'react'
import classes from './Toolbar.module.css'

type Props = { label: string; children: ReactNode }

/** Controls for the content below: search and filters on the left, actions for the whole on the right. */
export function Toolbar({ label, children }: Props) {
  return (
    <div role="group" aria-label={label} className={classes.toolbar}>
      {children}
    </div>
  )
}
