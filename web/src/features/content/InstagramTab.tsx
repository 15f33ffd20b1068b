import { DataTable } from '@/shared/table/DataTable'
import { QueryView } from '@/shared/ui/QueryView'
import { ContentFrame } from './ContentFrame'
import { Spinner } from '@/shared/ui/Spinner'
import { INSTAGRAM_COLUMNS } from './instagramColumns'
import { useAllPosts } from './queries'
import { useContentView } from './useContentView'

export function InstagramTab() {
  const { page } = useContentView()
  const query = useAllPosts(page)
  return (
    <QueryView query={query} loading={<Spinner />}>
      {({ posts, total, pages }) => (
        <ContentFrame total={total} pages={pages} waiting={query.isPlaceholderData}>
          <DataTable
            label="Instagram Posts"
            columns={INSTAGRAM_COLUMNS}
            rows={posts}
            rowKey={(post) => post.id}
          />
        </ContentFrame>
      )}
    </QueryView>
  )
}
