import { Group, Text } from '@mantine/core'
import { GainedViews } from '@/shared/history/GainedViews'
import type { Platform } from '@/shared/lib/platform'
import { knownViews } from './knownViews'

type Props = { platform: Platform; groupId: number | undefined; viewed: number; items: number }

/** Under a platform's views: how they changed, and of how many items they are known. */
export function ViewsNote({ platform, groupId, viewed, items }: Props) {
  const known = knownViews(platform, viewed, items)
  return (
    <Group gap="0 12px" align="baseline">
      <GainedViews platform={platform} groupId={groupId} />
      {known && (
        <Text fz="xs" c="dimmed">
          {known}
        </Text>
      )}
    </Group>
  )
}
