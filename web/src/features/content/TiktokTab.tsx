import type { Schema } from '@/shared/api/types'
import { HistoryDrawer } from '@/shared/history/HistoryDrawer'
import type { HistoryItem } from '@/shared/history/item'
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
      <HistoryDrawer platform="tiktok" itemOf={(id) => query.data && videoOf(query.data.videos, id)} />
    </>
  )
}

function videoOf(videos: Schema<'TiktokVideoRow'>[], id: number): HistoryItem | undefined {
  const video = videos.find((row) => row.id === id)
  return video && { ...video, name: video.video_id, username: video.account, posted: video.date_posted }
}
