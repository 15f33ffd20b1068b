import type { ReactNode } from 'react'
import classes from './UsageMeter.module.css'

type Props = { label: ReactNode; used: number; cap: number }

/** Usage of a group's account limit. A group whose limit was lowered may exceed it. */
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
