import type { ReactNode } from 'react'
import classes from './UsageMeter.module.css'

type Props = { label: ReactNode; used: number; cap: number }

/** How much of its allowance a group uses. A group whose allowance was lowered may use more than that. */
export function UsageMeter({ label, used, cap }: Props) {
  const share = used >= cap ? 1 : used / cap
  return (
    <div className={classes.meter} data-full={used >= cap || undefined}>
      <div className={classes.label}>
        <span className={classes.name}>{label}</span>
        <span className={classes.count}>
          {used} / {cap}
        </span>
      </div>
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
