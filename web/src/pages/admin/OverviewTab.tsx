import { Box, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { QueryView } from '@/components/QueryView'
import { ErasuresPanel } from './erasures/ErasuresPanel'
import { OverviewTiles } from './OverviewTiles'
import { InstagramStats, TiktokStats } from './PlatformStats'
import { useOverview } from './queries'
import { ScrapingPanel } from './ScrapingPanel'
import { UsersPanel } from './users/UsersPanel'

const SKELETON_HEIGHT = 320

export function OverviewTab({ groupId }: { groupId: number | undefined }) {
  const overview = useOverview(groupId)
  return (
    <Stack gap="md">
      <QueryView
        query={overview}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {(data) => (
          <Box aria-busy={overview.isPlaceholderData} opacity={overview.isPlaceholderData ? 0.5 : 1}>
            <OverviewTiles overview={data} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
              <InstagramStats overview={data} groupId={groupId} />
              <TiktokStats overview={data} groupId={groupId} />
            </SimpleGrid>
          </Box>
        )}
      </QueryView>
      <ScrapingPanel groupId={groupId} />
      <UsersPanel groupId={groupId} />
      <ErasuresPanel />
    </Stack>
  )
}
