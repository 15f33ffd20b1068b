import { HistoryDrawer } from '@/shared/history/HistoryDrawer'
import { ContentTable } from './ContentTable'
import { exportVideos, useAllVideos } from './queries'
import { TIKTOK_COLUMNS } from './tiktokColumns'
import { savedColumns } from './savedColumns'
import { useContentTable } from './useContentTable'

export function TiktokTab() {
  const table = useContentTable('tiktok', TIKTOK_COLUMNS)
  const query = useAllVideos(table.view)
  const rows = query.data && { ...query.data, rows: query.data.videos }
  return (
    <>
      <ContentTable
        label="TikTok Videos"
        table={table}
        file={exportVideos(table.view, savedColumns(table.shown))}
        query={{ ...query, data: rows }}
      />
      <HistoryDrawer
        platform="tiktok"
        nameOf={(id) => rows?.rows.find((video) => video.id === id)?.video_id}
      />
    </>
  )
}
