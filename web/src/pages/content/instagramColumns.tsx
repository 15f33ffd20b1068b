import type { Schema } from '@/api/types'
import type { Column } from '@/table/column'
import { METRICS } from '@/table/metricColumns'
import { accountColumn, COMMON } from './commonColumns'
import { ItemCell } from './ItemCell'

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
