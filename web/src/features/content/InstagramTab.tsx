import { HistoryDrawer } from '@/shared/history/HistoryDrawer'
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
      <HistoryDrawer
        platform="instagram"
        nameOf={(id) => rows?.rows.find((post) => post.id === id)?.shortcode}
      />
    </>
  )
}
