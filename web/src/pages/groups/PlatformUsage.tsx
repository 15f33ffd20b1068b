import { Group } from '@mantine/core'
import type { Schema } from '@/api/types'
import { PlatformMark } from '@/components/Panel'
import { PLATFORMS, type Platform } from '@/util/platform'
import { UsageMeter } from './UsageMeter'

type Props = { group: Schema<'Group'>; platform: Platform }

/** A group's number of tracked accounts on a platform, and its limit. */
export function PlatformUsage({ group, platform }: Props) {
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
