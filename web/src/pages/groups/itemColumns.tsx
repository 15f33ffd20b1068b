import { Text } from '@mantine/core'
import { AvailabilityBadge } from '@/components/Badges'
import { DateTime } from '@/components/Values'
import { ExternalLink } from '@/components/Texts'
import type { Column } from '@/table/column'
import { METRICS, type ItemMetrics } from '@/table/metricColumns'
import type { Availability } from '@/util/states'
import type { Platform } from '@/util/platform'

export type GroupItem = ItemMetrics &
  Availability & {
    id: number
    /** The platform's short ID: shortcode or video ID. */
    name: string
    url: string
    username: string
    posted: string | null
  }

const NAME = (item: GroupItem) => (
  <>
    <ExternalLink href={item.url}>{item.name}</ExternalLink> <AvailabilityBadge of={item} />
    <Text component="div" fz="xs" c="dimmed">
      @{item.username}
    </Text>
  </>
)

const RATES: Column<GroupItem>[] = [
  METRICS.cpm,
  METRICS.engagement,
  {
    title: 'Posted',
    card: 'aside',
    numeric: true,
    quiet: true,
    cell: ({ posted }) => (posted ? <DateTime iso={posted} /> : 'N/A'),
  },
]

const COUNTS: Column<GroupItem>[] = [METRICS.views, METRICS.likes, METRICS.comments]

const COLUMNS: Record<Platform, Column<GroupItem>[]> = {
  instagram: [{ title: 'Post', card: 'heading', cell: NAME }, ...COUNTS, ...RATES],
  tiktok: [{ title: 'Video', card: 'heading', cell: NAME }, ...COUNTS, METRICS.shares, ...RATES],
}

export function itemColumns(platform: Platform): Column<GroupItem>[] {
  return COLUMNS[platform]
}
