import { unknownReason, type MetricsStatus } from '@/shared/lib/metrics'
import { Count } from '@/shared/ui/Count'
import { Cpm } from '@/shared/ui/Cpm'
import { Engagement } from '@/shared/ui/Engagement'
import type { Column } from './column'

/** The numbers that every post and video has. Only videos have shares. */
export type ItemMetrics = {
  views: number
  likes: number
  comments: number
  shares?: number
  cpm: number
  engagement_rate: number
  metrics_status: MetricsStatus
}

type Name = 'views' | 'likes' | 'comments' | 'shares' | 'cpm' | 'engagement'

const metric = { card: 'metric', numeric: true } as const

/** The columns of an item's numbers, the same in every table. */
export const METRICS: Record<Name, Column<ItemMetrics>> = {
  views: {
    title: 'Views',
    ...metric,
    strong: true,
    cell: (item) => <Count value={item.views} unknown={unknownReason('views', item.metrics_status)} />,
  },
  likes: {
    title: 'Likes',
    ...metric,
    cell: (item) => <Count value={item.likes} unknown={unknownReason('likes', item.metrics_status)} />,
  },
  comments: { title: 'Comments', ...metric, cell: (item) => <Count value={item.comments} /> },
  shares: { title: 'Shares', ...metric, cell: (item) => <Count value={item.shares ?? 0} /> },
  cpm: {
    title: 'CPM',
    ...metric,
    cell: (item) => <Cpm value={item.cpm} unknown={unknownReason('cpm', item.metrics_status)} />,
  },
  engagement: {
    title: 'Engagement',
    ...metric,
    cell: (item) => (
      <Engagement value={item.engagement_rate} unknown={unknownReason('engagement', item.metrics_status)} />
    ),
  },
}
