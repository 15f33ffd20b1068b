import type { Schema } from '@/api/types'
import type { HistoryItem } from '@/charts/history'
import { HistoryDrawer } from '@/charts/HistoryDrawer'
import type { Column } from '@/table/column'
import { metricColumns } from '@/table/metricColumns'
import { accountColumn, COMMON, exportedLink, ItemCell } from './columns'
import { ContentTable } from './ContentTable'
import { exportedColumns, exportPosts, useAllPosts, useContentTable } from './queries'

export function InstagramTab() {
  const table = useContentTable('instagram', INSTAGRAM_COLUMNS)
  // Selected individually, so that polls without changes do not re-render.
  const { data, error, isPlaceholderData, refetch } = useAllPosts(table.view)
  const page = data && { ...data, rows: data.posts }
  return (
    <>
      <ContentTable
        label="Instagram Posts"
        table={table}
        file={exportPosts(table.view, exportedColumns(table.shown))}
        query={{ data: page, error, isPlaceholderData, refetch }}
      />
      <HistoryDrawer platform="instagram" itemOf={(id) => data && postOf(data.posts, id)} />
    </>
  )
}

function postOf(posts: Schema<'InstagramPostRow'>[], id: number): HistoryItem | undefined {
  const post = posts.find((row) => row.id === id)
  return post && { ...post, name: post.shortcode, username: post.account, posted: post.date_posted }
}

const INSTAGRAM_COLUMNS: Column<Schema<'InstagramPostRow'>>[] = [
  accountColumn('instagram'),
  {
    title: 'Shortcode',
    exported: exportedLink('shortcode'),
    width: 148,
    fixed: true,
    card: 'heading',
    cell: (post) => <ItemCell item={post} name={post.shortcode} />,
  },
  COMMON.datePosted,
  ...metricColumns('instagram'),
  COMMON.lastUpdated,
]
