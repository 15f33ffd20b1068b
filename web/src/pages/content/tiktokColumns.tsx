import type { Schema } from '@/api/types'
import { Caption } from '@/components/Texts'
import type { Column } from '@/table/column'
import { METRICS } from '@/table/metricColumns'
import { accountColumn, COMMON } from './commonColumns'
import { ItemCell } from './ItemCell'

export const TIKTOK_COLUMNS: Column<Schema<'TiktokVideoRow'>>[] = [
  accountColumn('tiktok'),
  {
    title: 'Video ID',
    width: 182,
    fixed: true,
    card: 'heading',
    cell: (video) => <ItemCell item={video} name={video.video_id} />,
  },
  COMMON.datePosted,
  METRICS.views,
  METRICS.likes,
  METRICS.comments,
  METRICS.shares,
  METRICS.cpm,
  METRICS.engagement,
  {
    title: 'Caption',
    width: 108,
    card: 'text',
    quiet: true,
    cell: (video) => <Caption text={video.caption} />,
  },
  COMMON.lastUpdated,
]
