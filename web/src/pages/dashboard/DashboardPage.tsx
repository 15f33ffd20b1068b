import { ActionIcon, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useIsAdmin } from '@/api/session'
import { PageHeader } from '@/components/Page'
import { Panel, PlatformName } from '@/components/Panel'
import { QueryView } from '@/components/QueryView'
import { RunsProgress } from '@/components/runs/RunsProgress'
import { ScrapeAllButton, type Scraping } from '@/components/runs/ScrapeAllButton'
import { GroupSelect } from '@/components/Selects'
import { RelativeTime } from '@/components/Values'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { useGroupParam } from '@/util/useGroupParam'
import { usePhone } from '@/util/usePhone'
import { Averages } from './Averages'
import { FirstRun } from './FirstRun'
import { GrowthPanel } from './GrowthPanel'
import { DashboardCard, PlatformFreshness } from './PlatformCards'
import { useRefreshDashboard, useScrapeAll, useStats, useTopPerformers } from './queries'
import { TopList } from './TopLists'
import { TrendPanel } from './TrendPanel'

export function DashboardPage() {
  const { groupId } = useGroupParam()
  const stats = useStats(groupId)
  const scraping = useScrapeAll(groupId)
  const top = useTopPerformers(groupId)
  // The first screen of a phone has room for the numbers of both platforms, but not for how up to date they are.
  const phone = usePhone()
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={<UpdatedAt time={stats.dataUpdatedAt} failed={stats.isError} />}
        actions={<DashboardActions scraping={scraping} />}
      />
      {scraping.progress && <RunsProgress progress={scraping.progress} />}
      {!phone && <GrowthPanel groupId={groupId} />}
      <QueryView query={stats} loading={<DashboardSkeleton />}>
        {(data) => (
          <>
            {groupId === undefined && <FirstRun stats={data} />}
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              {PLATFORM_CODES.map((platform) => (
                <DashboardCard
                  key={platform}
                  platform={platform}
                  stats={data}
                  groupId={groupId}
                  brief={phone}
                />
              ))}
            </SimpleGrid>
            <Averages stats={data} />
          </>
        )}
      </QueryView>
      {phone && <GrowthPanel groupId={groupId} />}
      <TrendPanel groupId={groupId} />
      <QueryView query={top} loading={null}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
            {PLATFORM_CODES.map((platform) => (
              <TopList key={platform} platform={platform} groupId={groupId} items={data[platform]} />
            ))}
          </SimpleGrid>
        )}
      </QueryView>
      {phone && stats.data && (
        <Stack gap="md" mt="md">
          {PLATFORM_CODES.map((platform) => (
            <Panel key={platform} aria-label={`${PLATFORMS[platform].name} freshness`}>
              <PlatformName platform={platform} />
              <PlatformFreshness platform={platform} stats={stats.data} groupId={groupId} />
            </Panel>
          ))}
        </Stack>
      )}
    </>
  )
}

function DashboardActions({ scraping }: { scraping: Scraping }) {
  const admin = useIsAdmin()
  const { groupId, setGroup } = useGroupParam()
  const refresh = useRefreshDashboard()
  return (
    <>
      {admin && <GroupSelect value={groupId} onChange={setGroup} />}
      <ActionIcon
        aria-label="Refresh"
        data-tip="Refresh"
        onClick={() => refresh.mutate()}
        loading={refresh.isPending}
      >
        <IconRefresh size={18} stroke={1.75} />
      </ActionIcon>
      <ScrapeAllButton variant="default" scraping={scraping} />
    </>
  )
}

type UpdatedAtProps = {
  /** In milliseconds, 0 before the first success. */
  time: number
  /** The last attempt failed; a banner says why. */
  failed: boolean
}

/** Shows when the numbers on screen were loaded. */
function UpdatedAt({ time, failed }: UpdatedAtProps) {
  if (time === 0) return <>{failed ? 'Not loaded' : 'Loading…'}</>
  return (
    <>
      Updated <RelativeTime iso={new Date(time).toISOString()} />
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
