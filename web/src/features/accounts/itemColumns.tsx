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
import type { Figures, Item } from './model'

const why = (item: Figures, metric: Metric) => unknownReason(metric, item.metrics_status)
const metric = { card: 'metric', numeric: true } as const

const NAME = (item: Figures) => <ExternalLink href={item.url}>{item.name}</ExternalLink>

const VIDEO = (item: Figures) => (
  <>
    {NAME(item)}
    <Text component="div" fz="xs" c="dimmed">
      <Caption text={item.caption} />
    </Text>
  </>
)

const COUNTS: Column<Figures>[] = [
  {
    title: 'Views',
    sort: 'views',
    ...metric,
    strong: true,
    cell: (item) => <Count value={item.views} unknown={why(item, 'views')} />,
  },
  {
    title: 'Likes',
    sort: 'likes',
    ...metric,
    cell: (item) => <Count value={item.likes} unknown={why(item, 'likes')} />,
  },
  { title: 'Comments', sort: 'comments', ...metric, cell: (item) => <Count value={item.comments} /> },
]

const SHARES: Column<Figures> = {
  title: 'Shares',
  sort: 'shares',
  ...metric,
  cell: (item) => <Count value={item.shares ?? 0} />,
}

const RATES: Column<Figures>[] = [
  {
    title: 'CPM',
    sort: 'cpm',
    ...metric,
    cell: (item) => <Cpm value={item.cpm} unknown={why(item, 'cpm')} />,
  },
  {
    title: 'Engagement',
    sort: 'engagement',
    ...metric,
    cell: (item) => <Engagement value={item.engagement_rate} unknown={why(item, 'engagement')} />,
  },
  {
    title: 'Posted',
    sort: 'date',
    card: 'aside',
    numeric: true,
    quiet: true,
    cell: (item) => (item.posted ? <DateTime iso={item.posted} /> : 'N/A'),
  },
]

const POST_COLUMNS: Column<Figures>[] = [{ title: 'Post', card: 'heading', cell: NAME }, ...COUNTS, ...RATES]

export const VIDEO_COLUMNS: Column<Figures>[] = [
  { title: 'Video', card: 'heading', cell: VIDEO },
  ...COUNTS,
  SHARES,
  ...RATES,
]

const COLUMNS: Record<Platform, Column<Item>[]> = { instagram: POST_COLUMNS, tiktok: VIDEO_COLUMNS }

export function columnsOf(platform: Platform): Column<Item>[] {
  return COLUMNS[platform]
}
