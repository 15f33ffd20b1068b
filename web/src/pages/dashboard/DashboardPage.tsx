import { SimpleGrid } from '@mantine/core'
import { PageHeader } from '@/components/Page'
import { QueryView } from '@/components/QueryView'
import { RunsProgress } from '@/components/runs/RunsProgress'
import { Averages } from './Averages'
import { DashboardActions } from './DashboardActions'
import { DashboardSkeleton } from './DashboardSkeleton'
import { FirstRun } from './FirstRun'
import { InstagramCard, TiktokCard } from './PlatformCards'
import { useStats, useTopPerformers } from './queries'
import { TopPosts, TopVideos } from './TopLists'
import { TrendPanel } from './TrendPanel'
import { UpdatedAt } from './UpdatedAt'
import { useDashboardView } from './useDashboardView'
import { useScrapeAll } from './useScrapeAll'

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
              <InstagramCard stats={data} groupId={groupId} />
              <TiktokCard stats={data} groupId={groupId} />
            </SimpleGrid>
            <Averages stats={data} />
          </>
        )}
      </QueryView>
      <TrendPanel groupId={groupId} />
      <QueryView query={top} loading={null}>
        {(data) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
            <TopPosts posts={data.instagram} />
            <TopVideos videos={data.tiktok} />
          </SimpleGrid>
        )}
      </QueryView>
    </>
  )
}
