import type { Schema } from '@/shared/api/types'
import { Caption } from '@/shared/ui/Caption'
import type { Column } from '@/shared/table/column'
import { Count } from '@/shared/ui/Count'
import { ItemCell } from './ItemCell'
import { accountColumn, COMMON } from './commonColumns'

export const TIKTOK_COLUMNS: Column<Schema<'TiktokVideoRow'>>[] = [
  accountColumn('tiktok'),
  {
    title: 'Video ID',
    fixed: true,
    card: 'heading',
    cell: (video) => <ItemCell id={video.id} url={video.url} name={video.video_id} />,
  },
  COMMON.datePosted,
  COMMON.views,
  COMMON.likes,
  COMMON.comments,
  {
    title: 'Shares',
    sort: 'shares',
    card: 'metric',
    numeric: true,
    cell: (video) => <Count value={video.shares} />,
  },
  COMMON.cpm,
  COMMON.engagement,
  { title: 'Caption', card: 'text', quiet: true, cell: (video) => <Caption text={video.caption} /> },
  COMMON.lastUpdated,
]
