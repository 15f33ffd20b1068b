import { Group, Text } from '@mantine/core'
import { GainedViews } from '@/charts/GainedViews'
import type { Platform } from '@/util/platform'
import { knownViews } from './knownViews'

type Props = { platform: Platform; groupId: number | undefined; viewed: number; items: number }

/** Note below a platform's views: their change, and the number of items with known views. */
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
