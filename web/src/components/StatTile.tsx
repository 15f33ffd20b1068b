import type { ReactNode } from 'react'
import type { Platform } from '@/util/platform'
import { Panel } from './Panel'
import { PlatformMark } from './PlatformMark'
import classes from './StatTile.module.css'

type Props = {
  label: string
  platform?: Platform
  /** Beside the label: the source of the number. */
  info?: ReactNode
  /** Below the number: a second number, a change, or its freshness. */
  note?: ReactNode
  children: ReactNode
}

export function StatTile({ label, platform, info, note, children }: Props) {
  return (
    <Panel p="md" aria-label={label}>
      <div className={classes.label}>
        {platform && <PlatformMark platform={platform} />}
        {label}
        {info}
      </div>
      <div className={classes.value}>{children}</div>
      {note && <div className={classes.note}>{note}</div>}
    </Panel>
  )
}
