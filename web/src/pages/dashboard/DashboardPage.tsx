import { ActionIcon, Button, SimpleGrid, Skeleton, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useIsAdmin } from '@/api/session'
import { PageHeader } from '@/components/Page'
import { QueryView } from '@/components/QueryView'
import { RunsProgress } from '@/components/runs/RunsProgress'
import { GroupSelect } from '@/components/Selects'
import { RelativeTime } from '@/components/Values'
import { PLATFORM_CODES } from '@/util/platform'
import { idParameter, parseId, withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'
import { Averages } from './Averages'
import { FirstRun } from './FirstRun'
import { DashboardCard } from './PlatformCards'
import { useRefreshDashboard, useScrapeAll, useStats, useTopPerformers } from './queries'
import { TopList } from './TopLists'
import { TrendPanel } from './TrendPanel'

export function DashboardPage() {
  const { groupId } = useDashboardView()
  const stats = useStats(groupId)
  const { scrape, busy, progress } = useScrapeAll(groupId)
  const top = useTopPerformers(groupId)
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={<UpdatedAt time={stats.dataUpdatedAt} />}
        actions={<DashboardActions busy={busy} onScrape={scrape} />}
      />
      {progress && <RunsProgress progress={progress} />}
      <QueryView query={stats} loading={<DashboardSkeleton />}>
        {(data) => (
          <>
            {groupId === undefined && <FirstRun stats={data} />}
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              {PLATFORM_CODES.map((platform) => (
                <DashboardCard key={platform} platform={platform} stats={data} groupId={groupId} />
              ))}
            </SimpleGrid>
            <Averages stats={data} />
          </>
        )}
      </QueryView>
      <TrendPanel groupId={groupId} />
      <QueryView query={top} loading={null}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
            {PLATFORM_CODES.map((platform) => (
              <TopList key={platform} platform={platform} items={data[platform]} />
            ))}
          </SimpleGrid>
        )}
      </QueryView>
    </>
  )
}

type DashboardActionsProps = { busy: boolean; onScrape: () => void }

function DashboardActions({ busy, onScrape }: DashboardActionsProps) {
  const admin = useIsAdmin()
  const { groupId, setGroup } = useDashboardView()
  const refresh = useRefreshDashboard()
  return (
    <>
      {admin && <GroupSelect value={groupId} onChange={setGroup} />}
      <Tooltip label="Refresh">
        <ActionIcon aria-label="Refresh" onClick={() => refresh.mutate()} loading={refresh.isPending}>
          <IconRefresh size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Button leftSection={<IconPlayerPlay size={16} stroke={1.75} />} loading={busy} onClick={onScrape}>
        Scrape All
      </Button>
    </>
  )
}

/** Shows when the numbers were read; `time` is in milliseconds, 0 before the first read. */
function UpdatedAt({ time }: { time: number }) {
  if (time === 0) return <>Loading the numbers…</>
  return (
    <>
      Numbers read <RelativeTime iso={new Date(time).toISOString()} />
    </>
  )
}

const CARD_HEIGHT = 384
const TILE_HEIGHT = 92

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {PLATFORM_CODES.map((platform) => (
          <Skeleton key={platform} h={CARD_HEIGHT} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mt="md">
        {PLATFORM_CODES.map((platform) => (
          <Fragment key={platform}>
            <Skeleton h={TILE_HEIGHT} />
            <Skeleton h={TILE_HEIGHT} />
          </Fragment>
        ))}
      </SimpleGrid>
    </div>
  )
}

/** Keeps the group whose numbers are shown in the URL; admins only. Without one, everything the user may see. */
function useDashboardView() {
  const { search, change } = useUrlParams()
  return {
    groupId: parseId(search.get('group')),
    setGroup: (groupId: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(groupId) })),
  }
}
