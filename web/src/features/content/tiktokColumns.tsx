import type { Schema } from '@/shared/api/types'
import { Caption } from '@/shared/ui/Caption'
import type { Column } from '@/shared/table/column'
import { METRICS } from '@/shared/table/metricColumns'
import { ItemCell } from './ItemCell'
import { accountColumn, COMMON } from './commonColumns'

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
