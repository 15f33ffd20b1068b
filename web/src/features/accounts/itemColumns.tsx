import { Text } from '@mantine/core'
import { unknownReason, type Metric } from '@/shared/lib/metrics'
import type { Platform } from '@/shared/lib/platform'
import { Caption } from '@/shared/ui/Caption'
import type { Column } from '@/shared/table/column'
import { Count } from '@/shared/ui/Count'
import { Cpm } from '@/shared/ui/Cpm'
import { DateTime } from '@/shared/ui/DateTime'
import { Engagement } from '@/shared/ui/Engagement'
import { ExternalLink } from '@/shared/ui/ExternalLink'
import type { Item } from './model'

const why = (item: Item, metric: Metric) => unknownReason(metric, item.metrics_status)
const metric = { card: 'metric', numeric: true } as const

const NAME = (item: Item) => <ExternalLink href={item.url}>{item.name}</ExternalLink>

const VIDEO = (item: Item) => (
  <>
    {NAME(item)}
    <Text component="div" fz="xs" c="dimmed">
      <Caption text={item.caption} />
    </Text>
  </>
)

const COUNTS: Column<Item>[] = [
  {
    title: 'Views',
    ...metric,
    strong: true,
    cell: (item) => <Count value={item.views} unknown={why(item, 'views')} />,
  },
  { title: 'Likes', ...metric, cell: (item) => <Count value={item.likes} unknown={why(item, 'likes')} /> },
  { title: 'Comments', ...metric, cell: (item) => <Count value={item.comments} /> },
]

const SHARES: Column<Item> = {
  title: 'Shares',
  ...metric,
  cell: (item) => <Count value={item.shares ?? 0} />,
}

const RATES: Column<Item>[] = [
  { title: 'CPM', ...metric, cell: (item) => <Cpm value={item.cpm} unknown={why(item, 'cpm')} /> },
  {
    title: 'Engagement',
    ...metric,
    cell: (item) => <Engagement value={item.engagement_rate} unknown={why(item, 'engagement')} />,
  },
  {
    title: 'Posted',
    card: 'aside',
    numeric: true,
    quiet: true,
    cell: (item) => (item.posted ? <DateTime iso={item.posted} /> : 'N/A'),
  },
]

const COLUMNS: Record<Platform, Column<Item>[]> = {
  instagram: [{ title: 'Post', card: 'heading', cell: NAME }, ...COUNTS, ...RATES],
  tiktok: [{ title: 'Video', card: 'heading', cell: VIDEO }, ...COUNTS, SHARES, ...RATES],
}

export function columnsOf(platform: Platform): Column<Item>[] {
  return COLUMNS[platform]
}
