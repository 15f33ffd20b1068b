import { Box, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Navigate } from 'react-router'
import { EmptyState, QueryView, Spinner } from '@/components/QueryView'
import { PageFoot } from '@/components/Page'
import { Panel } from '@/components/Panel'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE, POLL } from '@/util/constants'
import { pageParameter, withParameters } from '@/util/urlParams'
import { countItems } from '@/util/platform'
import { useUrlParams } from '@/util/useUrlParams'
import { useAccountsView } from './useAccountsView'
import { videoColumns } from './videoColumns'
import { videosOf } from './videos'

type Props = { groupId: number | undefined; mayManage: boolean; onAdd: () => void }

/** The videos that a group tracks by URL, independent of their author. */
export function SingleVideos({ groupId, mayManage, onAdd }: Props) {
  const { page, setPage } = useAccountsView()
  const query = useQuery({
    ...videosOf(groupId, page),
    refetchInterval: POLL.items,
    placeholderData: keepPreviousData,
  })
  const { search } = useUrlParams()
  const pages = Math.max(1, query.data?.pages ?? 1)
  const columns = useMemo(() => videoColumns(mayManage), [mayManage])
  // The page in the URL does not exist, or no longer does.
  if (query.data && !query.isPlaceholderData && page > pages)
    return (
      <Navigate to={{ search: withParameters(search, { page: pageParameter(pages) }).toString() }} replace />
    )
  return (
    <QueryView query={query} loading={<Spinner />}>
      {({ videos, total }) =>
        total === 0 ? (
          <Panel>
            <EmptyState
              title="No single videos yet"
              hint={`A video can be tracked by its address, without the account that posted it.${mayManage ? '' : ' Your group’s admins add them.'}`}
              action={
                mayManage && (
                  <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
                    Add Videos
                  </Button>
                )
              }
            />
          </Panel>
        ) : (
          <>
            <Text c="dimmed" fz="sm" mb="sm">
              Total: {countItems('tiktok', total)}
            </Text>
            <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.5 : 1}>
              <DataTable
                label="Single videos"
                columns={columns}
                rows={videos}
                rowKey={(video) => video.tracked_id}
                view={String(page)}
              />
            </Box>
            {pages > 1 && (
              <PageFoot
                page={page}
                pages={pages}
                size={PAGE_SIZE.singleVideos}
                total={total}
                onChange={setPage}
              />
            )}
          </>
        )
      }
    </QueryView>
  )
}
