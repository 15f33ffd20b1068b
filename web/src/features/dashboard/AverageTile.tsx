import type { ReactNode } from 'react'
import type { Platform } from '@/shared/lib/platform'
import { Panel } from '@/shared/ui/Panel'
import { PlatformMark } from '@/shared/ui/PlatformMark'
import classes from './AverageTile.module.css'

type Props = { platform: Platform; label: string; children: ReactNode }

export function AverageTile({ platform, label, children }: Props) {
  return (
    <Panel p="md" aria-label={label}>
      <div className={classes.label}>
        <PlatformMark platform={platform} />
        {label}
      </div>
      <div className={classes.value}>{children}</div>
    </Panel>
  )
}
