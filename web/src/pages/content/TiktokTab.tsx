import type { Schema } from '@/api/types'
import type { HistoryItem } from '@/charts/history'
import { HistoryDrawer } from '@/charts/HistoryDrawer'
import { Caption } from '@/components/Texts'
import type { Column } from '@/table/column'
import { metricColumns } from '@/table/metricColumns'
import { accountColumn, COMMON, exportedLink, ItemCell } from './columns'
import { ContentTable } from './ContentTable'
import { exportedColumns, exportVideos, useAllVideos, useContentTable } from './queries'

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
        file={exportVideos(table.view, exportedColumns(table.shown))}
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

const TIKTOK_COLUMNS: Column<Schema<'TiktokVideoRow'>>[] = [
  accountColumn('tiktok'),
  {
    title: 'Video ID',
    exported: exportedLink('video_id'),
    width: 182,
    fixed: true,
    card: 'heading',
    cell: (video) => <ItemCell item={video} name={video.video_id} />,
  },
  COMMON.datePosted,
  ...metricColumns('tiktok'),
  {
    title: 'Caption',
    exported: ['caption'],
    width: 108,
    card: 'text',
    quiet: true,
    cell: (video) => <Caption text={video.caption} />,
  },
  COMMON.lastUpdated,
]
