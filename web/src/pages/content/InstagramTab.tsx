import type { Schema } from '@/api/types'
import { HistoryDrawer } from '@/charts/HistoryDrawer'
import type { HistoryItem } from '@/charts/history'
import { ContentTable } from './ContentTable'
import { INSTAGRAM_COLUMNS } from './instagramColumns'
import { exportPosts, useAllPosts } from './queries'
import { savedColumns } from './savedColumns'
import { useContentTable } from './useContentTable'

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
        file={exportPosts(table.view, savedColumns(table.shown))}
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
