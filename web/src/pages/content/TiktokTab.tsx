import type { Schema } from '@/api/types'
import { HistoryDrawer } from '@/charts/HistoryDrawer'
import type { HistoryItem } from '@/charts/history'
import { ContentTable } from './ContentTable'
import { exportVideos, useAllVideos } from './queries'
import { savedColumns } from './savedColumns'
import { TIKTOK_COLUMNS } from './tiktokColumns'
import { useContentTable } from './useContentTable'

export function TiktokTab() {
  const table = useContentTable('tiktok', TIKTOK_COLUMNS)
  // Selected individually, so that polls without changes do not re-render.
  const { data, error, isPlaceholderData, refetch } = useAllVideos(table.view)
  const page = data && { ...data, rows: data.videos }
  return (
    <>
      <ContentTable
        label="TikTok Videos"
        table={table}
        file={exportVideos(table.view, savedColumns(table.shown))}
        query={{ data: page, error, isPlaceholderData, refetch }}
      />
      <HistoryDrawer platform="tiktok" itemOf={(id) => data && videoOf(data.videos, id)} />
    </>
  )
}

function videoOf(videos: Schema<'TiktokVideoRow'>[], id: number): HistoryItem | undefined {
  const video = videos.find((row) => row.id === id)
  return video && { ...video, name: video.video_id, username: video.account, posted: video.date_posted }
}
