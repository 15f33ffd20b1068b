import { SimpleGrid, Stack } from '@mantine/core'
import { Panel, PlatformName } from '@/components/layout/Panel'
import { Outdated, QueryView } from '@/components/layout/QueryView'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { usePhone } from '@/util/usePhone'
import { Averages } from './Averages'
import { DashboardSkeleton, SPACING } from './DashboardSkeleton'
import { FirstRun } from './FirstRun'
import { DashboardCard, PlatformFreshness } from './PlatformCards'
import { useTopPerformers, type useStats } from './queries'
import { TopList } from './TopLists'
import { TrendPanel } from './trend/TrendPanel'

type Props = { groupId: number | undefined; stats: ReturnType<typeof useStats> }

/** Shows the totals of the platforms, their course, the most viewed items, and how up to date all of them are. */
export function Totals({ groupId, stats }: Props) {
  const top = useTopPerformers(groupId)
  // A phone has room for the totals of both platforms beside each other, but not for how up to date they are.
  const phone = usePhone()
  return (
    <>
      <QueryView query={stats} loading={<DashboardSkeleton />}>
        {(data) => (
          <Outdated waiting={stats.isPlaceholderData}>
            {groupId === undefined && !stats.isPlaceholderData && <FirstRun stats={data} />}
            <SimpleGrid cols={2} spacing={SPACING}>
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
            <Averages groupId={groupId} stats={data} />
          </Outdated>
        )}
      </QueryView>
      <TrendPanel groupId={groupId} />
      <QueryView query={top} loading={null}>
        {(data) => (
          <Outdated waiting={top.isPlaceholderData}>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
              {PLATFORM_CODES.map((platform) => (
                <TopList key={platform} platform={platform} groupId={groupId} items={data[platform]} />
              ))}
            </SimpleGrid>
          </Outdated>
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
