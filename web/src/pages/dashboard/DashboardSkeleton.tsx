import { SimpleGrid, Skeleton } from '@mantine/core'

const CARD_HEIGHT = 384
const TILE_HEIGHT = 92

/** Placeholder layout while the Dashboard loads. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Skeleton h={CARD_HEIGHT} />
        <Skeleton h={CARD_HEIGHT} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mt="md">
        <Skeleton h={TILE_HEIGHT} />
        <Skeleton h={TILE_HEIGHT} />
        <Skeleton h={TILE_HEIGHT} />
        <Skeleton h={TILE_HEIGHT} />
      </SimpleGrid>
    </div>
  )
}
