import { Box, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCurrencies } from '@/api/useCurrencies'
import { HistoryFromUrl } from '@/charts/history/HistoryFromUrl'
import { openHistory } from '@/charts/history/historyUrl'
import { useOpenHistory } from '@/charts/history/useOpenHistory'
import { AccountLink } from '@/components/values/AccountLink'
import { ManagedBadge } from '@/components/values/Badges'
import { LastPage } from '@/components/layout/LastPage'
import { PageFoot } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView, Spinner } from '@/components/layout/QueryView'
import { Unknown } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE, POLL } from '@/util/constants'
import { countItems, type Platform, type Singles } from '@/util/platform'
import { TrackedFreshness } from '@/pages/accounts/AccountFreshness'
import { knownAccountPath } from '@/util/accountPaths'
import { useUrlParams } from '@/util/url/useUrlParams'
import { ITEM_COLUMNS } from '@/pages/accounts/account/ItemsTable'
import type { Figures } from '@/pages/accounts/model'
import { useAccountsView } from '@/pages/accounts/useAccountsView'
import { DeleteVideo } from './DeleteVideo'
import { videosOf, type SingleVideo } from './videos'
import classes from './SingleVideos.module.css'

type Props = {
  platform: Platform
  singles: Singles
  groupId: number | undefined
  mayManage: boolean
  onAdd: () => void
}

/** Shows the videos that a group tracks by URL, independent of their author. */
export function SingleVideos({ platform, singles, groupId, mayManage, onAdd }: Props) {
  const { page, setPage } = useAccountsView()
  const query = useQuery({
    ...videosOf(platform, groupId, page),
    refetchInterval: POLL.items,
    placeholderData: keepPreviousData,
  })
  const opened = openHistory(useUrlParams().search) !== undefined
  const { tracked: currency } = useCurrencies(groupId, { enabled: opened })
  const showHistory = useOpenHistory()
  const pages = Math.max(1, query.data?.pages ?? 1)
  const columns = useMemo(
    () => videoColumns(platform, mayManage ? { singles, groupId } : undefined),
    [platform, singles, groupId, mayManage],
  )
  if (query.data && !query.isPlaceholderData && page > pages) return <LastPage page={pages} />
  const itemOf = (id: number) => query.data?.videos.find(({ collected }) => collected === id)
  return (
    <QueryView query={query} loading={<Spinner />}>
      {({ videos, total }) =>
        total === 0 ? (
          <Panel>
            <EmptyState
              title="No single videos yet"
              hint={`Track a single video by its link, without tracking its account.${mayManage ? '' : ' Only your group’s admins can add them.'}`}
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
              Total: {countItems(platform, total)}
            </Text>
            <Box
              className={classes.videos ?? ''}
              aria-busy={query.isPlaceholderData}
              opacity={query.isPlaceholderData ? 0.5 : 1}
            >
              <DataTable
                label="Single videos"
                columns={columns}
                rows={videos}
                rowKey={(video) => video.tracked_id}
                onOpen={({ collected }) => collected != null && showHistory(collected)}
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
            <HistoryFromUrl platform={platform} itemOf={itemOf} currency={currency} />
          </>
        )
      }
    </QueryView>
  )
}

/** Adds the author to the column of the videos: with a column for it, the table would be wider than most windows. */
const withAuthor = (platform: Platform, column: Column<Figures>): Column<SingleVideo> => ({
  ...column,
  cell: (video) => (
    <>
      {column.cell(video)}
      <div className={classes.author}>
        {video.username && (
          <AccountLink
            platform={platform}
            username={video.username}
            to={knownAccountPath(platform, video.account_id)}
          />
        )}
        <ManagedBadge of={video} />
      </div>
    </>
  ),
})

const UPDATES: Column<SingleVideo> = {
  title: 'Updates',
  card: 'text',
  quiet: true,
  cell: (video) => (
    <div className={classes.scraped}>
      <TrackedFreshness of={video} />
    </div>
  ),
}

type Actions = { singles: Singles; groupId: number | undefined }

const actionsColumn = (platform: Platform, { singles, groupId }: Actions): Column<SingleVideo> => ({
  title: 'Actions',
  card: 'aside',
  actions: true,
  cell: (video) => <DeleteVideo platform={platform} singles={singles} video={video} groupId={groupId} />,
})

/** Marks metrics as unknown before the first scrape, when the server sends 0 for them. */
function onceCollected(column: Column<Figures>): Column<SingleVideo> {
  return {
    ...column,
    cell: (video) =>
      video.collected == null ? <Unknown reason="Available after the first update" /> : column.cell(video),
  }
}

/** Returns the columns of an account's video plus its author and scrape status; with actions if they are given. */
function videoColumns(platform: Platform, actions: Actions | undefined): Column<SingleVideo>[] {
  const [video, ...figures] = ITEM_COLUMNS[platform]
  return [
    ...(video ? [withAuthor(platform, video)] : []),
    ...figures.map(onceCollected),
    UPDATES,
    ...(actions ? [actionsColumn(platform, actions)] : []),
  ]
}
