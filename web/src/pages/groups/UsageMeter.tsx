import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Schema } from '@/api/types'
import { PlatformMark } from '@/components/Panel'
import { PLATFORMS, type Platform } from '@/util/platform'
import classes from './UsageMeter.module.css'

type Props = { label: ReactNode; used: number; cap: number }

/** Shows how much of a group's account limit is used. A group whose limit was lowered may exceed it. */
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

type PlatformUsageProps = { group: Schema<'Group'>; platform: Platform }

export function PlatformUsage({ group, platform }: PlatformUsageProps) {
  const [used, cap] =
    platform === 'instagram'
      ? [group.instagram_count, group.max_instagram_accounts]
      : [group.tiktok_count, group.max_tiktok_accounts]
  const label = (
    <Group component="span" gap={6} wrap="nowrap">
      <PlatformMark platform={platform} />
      {PLATFORMS[platform].name}
    </Group>
  )
  return <UsageMeter label={label} used={used} cap={cap} />
}
