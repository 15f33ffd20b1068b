import type { Schema } from '@/shared/api/types'
import type { Column } from '@/shared/table/column'
import { METRICS } from '@/shared/table/metricColumns'
import { ItemCell } from './ItemCell'
import { accountColumn, COMMON } from './commonColumns'

export const INSTAGRAM_COLUMNS: Column<Schema<'InstagramPostRow'>>[] = [
  accountColumn('instagram'),
  {
    title: 'Shortcode',
    width: 148,
    fixed: true,
    card: 'heading',
    cell: (post) => <ItemCell item={post} name={post.shortcode} />,
  },
  COMMON.datePosted,
  METRICS.views,
  METRICS.likes,
  METRICS.comments,
  METRICS.cpm,
  METRICS.engagement,
  COMMON.lastUpdated,
]
