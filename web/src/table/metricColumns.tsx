import { Count, Cpm, Engagement } from '@/components/Values'
import { unknownReason, type Numbers } from '@/util/metrics'
import type { Column } from './column'

/** Metrics of every post and video. Only videos have shares. */
export type ItemMetrics = Numbers & { views: number; engagement_rate: number }

type Name = 'views' | 'likes' | 'comments' | 'shares' | 'cpm' | 'engagement'

const metric = { card: 'metric', numeric: true } as const

/** Metric columns, the same in every table, sortable by the server's keys. */
export const METRICS: Record<Name, Column<ItemMetrics>> = {
  views: {
    title: 'Views',
    sort: 'views',
    width: 66,
    ...metric,
    strong: true,
    cell: (item) => <Count value={item.views} unknown={unknownReason('views', item)} />,
  },
  likes: {
    title: 'Likes',
    sort: 'likes',
    width: 66,
    ...metric,
    cell: (item) => <Count value={item.likes} unknown={unknownReason('likes', item)} />,
  },
  comments: {
    title: 'Comments',
    sort: 'comments',
    width: 80,
    ...metric,
    cell: (item) => <Count value={item.comments} unknown={unknownReason('comments', item)} />,
  },
  shares: {
    title: 'Shares',
    sort: 'shares',
    width: 66,
    ...metric,
    cell: (item) => <Count value={item.shares ?? 0} unknown={unknownReason('shares', item)} />,
  },
  cpm: {
    title: 'CPM',
    sort: 'cpm',
    width: 84,
    ...metric,
    cell: (item) => <Cpm value={item.cpm} unknown={unknownReason('cpm', item)} />,
  },
  engagement: {
    title: 'Engagement',
    sort: 'engagement',
    width: 92,
    ...metric,
    cell: (item) => <Engagement value={item.engagement_rate} unknown={unknownReason('engagement', item)} />,
  },
}
