import type { Schema } from '@/shared/api/types'
import type { Column } from '@/shared/table/column'
import { ExternalLink } from '@/shared/ui/ExternalLink'
import { accountColumn, COMMON } from './commonColumns'

export const INSTAGRAM_COLUMNS: Column<Schema<'InstagramPostRow'>>[] = [
  accountColumn('instagram'),
  {
    title: 'Shortcode',
    card: 'heading',
    cell: (post) => <ExternalLink href={post.url}>{post.shortcode}</ExternalLink>,
  },
  COMMON.datePosted,
  COMMON.views,
  COMMON.likes,
  COMMON.comments,
  COMMON.cpm,
  COMMON.engagement,
  COMMON.lastUpdated,
]
