import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { POLL } from '@/shared/constants/business'
import { countItems } from '@/shared/lib/platform'
import { DataTable } from '@/shared/table/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { QueryView } from '@/shared/ui/QueryView'
import { Spinner } from '@/shared/ui/Spinner'
import { videoColumns } from './videoColumns'
import { videosOf } from './videos'

type Props = { groupId: number | undefined; mayManage: boolean; onAdd: () => void }

/** The videos that a group tracks by their addresses, whoever posted them. */
export function SingleVideos({ groupId, mayManage, onAdd }: Props) {
  const query = useQuery({ ...videosOf(groupId), refetchInterval: POLL.items })
  const columns = useMemo(() => videoColumns(mayManage), [mayManage])
  return (
    <QueryView query={query} loading={<Spinner />}>
      {(videos) =>
        videos.length === 0 ? (
          <Panel>
            <EmptyState
              title="No single videos yet"
              hint="A video can be tracked by its address, without the account that posted it."
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
              Total: {countItems('tiktok', videos.length)}
            </Text>
            <DataTable
              label="Single videos"
              columns={columns}
              rows={videos}
              rowKey={(video) => video.tracked_id}
            />
          </>
        )
      }
    </QueryView>
  )
}
