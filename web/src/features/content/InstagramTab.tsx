import type { Schema } from '@/shared/api/types'
import { HistoryDrawer } from '@/shared/history/HistoryDrawer'
import type { HistoryItem } from '@/shared/history/item'
import { ContentTable } from './ContentTable'
import { INSTAGRAM_COLUMNS } from './instagramColumns'
import { exportPosts, useAllPosts } from './queries'
import { savedColumns } from './savedColumns'
import { useContentTable } from './useContentTable'

export function InstagramTab() {
  const table = useContentTable('instagram', INSTAGRAM_COLUMNS)
  const query = useAllPosts(table.view)
  const rows = query.data && { ...query.data, rows: query.data.posts }
  return (
    <>
      <ContentTable
        label="Instagram Posts"
        table={table}
        file={exportPosts(table.view, savedColumns(table.shown))}
        query={{ ...query, data: rows }}
      />
      <HistoryDrawer platform="instagram" itemOf={(id) => query.data && postOf(query.data.posts, id)} />
    </>
  )
}

function postOf(posts: Schema<'InstagramPostRow'>[], id: number): HistoryItem | undefined {
  const post = posts.find((row) => row.id === id)
  return post && { ...post, name: post.shortcode, username: post.account, posted: post.date_posted }
}
