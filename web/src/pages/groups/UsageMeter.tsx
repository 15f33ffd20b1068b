import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Schema } from '@/api/types'
import { PlatformMark } from '@/components/layout/Panel'
import { formatExact } from '@/util/format'
import { limitField, PLATFORMS, type Platform } from '@/util/platform'
import classes from './UsageMeter.module.css'

type Props = { label: ReactNode; used: number; cap: number }

/** Shows how much of one of a group's limits is used. A group whose limit was lowered may exceed it. */
function UsageMeter({ label, used, cap }: Props) {
  const share = used >= cap ? 1 : used / cap
  return (
    <div className={classes.meter} data-full={used >= cap || undefined}>
      <div className={classes.label}>
        <span className={classes.name}>{label}</span>
        <span className={classes.count}>
          {formatExact(used)} / {formatExact(cap)}
        </span>
      </div>
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

type AccountUsageProps = { label: ReactNode; group: Schema<'Group'>; platform: Platform }

/** Shows how much of a group's limit on one platform is used. */
export function AccountUsage({ label, group, platform }: AccountUsageProps) {
  return <UsageMeter label={label} used={group[`${platform}_count`]} cap={group[limitField(platform)]} />
}

/** Shows how much of a group's limit on single videos is used. */
export function VideoUsage({ group }: { group: Schema<'Group'> }) {
  return <UsageMeter label="Single videos" used={group.tiktok_video_count} cap={group.max_tiktok_videos} />
}

type PlatformUsageProps = { group: Schema<'Group'>; platform: Platform }

export function PlatformUsage({ group, platform }: PlatformUsageProps) {
  const label = (
    <Group component="span" gap={6} wrap="nowrap">
      <PlatformMark platform={platform} />
      {PLATFORMS[platform].name}
    </Group>
  )
  return <AccountUsage label={label} group={group} platform={platform} />
}
