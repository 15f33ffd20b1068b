import { DataTable } from '@/shared/table/DataTable'
import { QueryView } from '@/shared/ui/QueryView'
import { ContentFrame } from './ContentFrame'
import { Spinner } from '@/shared/ui/Spinner'
import { useAllVideos } from './queries'
import { TIKTOK_COLUMNS } from './tiktokColumns'
import { useContentView } from './useContentView'

export function TiktokTab() {
  const { page } = useContentView()
  const query = useAllVideos(page)
  return (
    <QueryView query={query} loading={<Spinner />}>
      {({ videos, total, pages }) => (
        <ContentFrame total={total} pages={pages} waiting={query.isPlaceholderData}>
          <DataTable
            label="TikTok Videos"
            columns={TIKTOK_COLUMNS}
            rows={videos}
            rowKey={(video) => video.id}
          />
        </ContentFrame>
      )}
    </QueryView>
  )
}
