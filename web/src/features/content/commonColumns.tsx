import { unknownReason, type MetricsStatus } from '@/shared/lib/metrics'
import { profileUrl, type Platform } from '@/shared/lib/platform'
import type { Column } from '@/shared/table/column'
import { Count } from '@/shared/ui/Count'
import { Cpm } from '@/shared/ui/Cpm'
import { DateTime } from '@/shared/ui/DateTime'
import { Engagement } from '@/shared/ui/Engagement'
import { ExternalLink } from '@/shared/ui/ExternalLink'

/** What a row of either platform has. */
export type ContentRow = {
  account: string
  date_posted?: string | null
  views: number
  likes: number
  comments: number
  cpm: number
  engagement_rate: number
  metrics_status: MetricsStatus
  scraped_at: string
}

type Columns = Record<
  'datePosted' | 'views' | 'likes' | 'comments' | 'cpm' | 'engagement' | 'lastUpdated',
  Column<ContentRow>
>

export const COMMON: Columns = {
  datePosted: {
    title: 'Date Posted',
    sort: 'date',
    card: 'aside',
    quiet: true,
    cell: (row) => (row.date_posted ? <DateTime iso={row.date_posted} /> : 'N/A'),
  },
  views: {
    title: 'Views',
    sort: 'views',
    card: 'metric',
    numeric: true,
    strong: true,
    cell: (row) => <Count value={row.views} unknown={unknownReason('views', row.metrics_status)} />,
  },
  likes: {
    title: 'Likes',
    sort: 'likes',
    card: 'metric',
    numeric: true,
    cell: (row) => <Count value={row.likes} unknown={unknownReason('likes', row.metrics_status)} />,
  },
  comments: {
    title: 'Comments',
    sort: 'comments',
    card: 'metric',
    numeric: true,
    cell: (row) => <Count value={row.comments} />,
  },
  cpm: {
    title: 'CPM',
    sort: 'cpm',
    card: 'metric',
    numeric: true,
    cell: (row) => <Cpm value={row.cpm} unknown={unknownReason('cpm', row.metrics_status)} />,
  },
  engagement: {
    title: 'Engagement',
    sort: 'engagement',
    card: 'metric',
    numeric: true,
    cell: (row) => (
      <Engagement value={row.engagement_rate} unknown={unknownReason('engagement', row.metrics_status)} />
    ),
  },
  lastUpdated: {
    title: 'Last Updated',
    sort: 'updated',
    card: 'foot',
    numeric: true,
    quiet: true,
    cell: (row) => <DateTime iso={row.scraped_at} />,
  },
}

export function accountColumn(platform: Platform): Column<ContentRow> {
  return {
    title: 'Account',
    fixed: true,
    card: 'heading',
    cell: (row) => <ExternalLink href={profileUrl(platform, row.account)}>@{row.account}</ExternalLink>,
  }
}
